/** What the server sends and what the page sends back. A field that has its usual value is left out, so it is optional. */

export type Point = [number, number];

/** In board units. */
export interface Cell {
	id: string;
	x: number;
	y: number;
	terrain: string;
	level?: number;
	name?: string;
	within?: string;
}

export interface Feature {
	kind: string;
	points: Point[];
	line?: boolean;
	label?: string;
	id?: string;
}

export interface Row {
	label: string;
	value: string;
}

export type Geometry = "hex" | "square" | "plane";

export type Silhouette =
	| "squad"
	| "pair"
	| "crew"
	| "rifleman"
	| "smg"
	| "leader"
	| "hero"
	| "medic"
	| "nurse"
	| "sniper"
	| "scout"
	| "observer"
	| "mg"
	| "hmg"
	| "mgonly"
	| "mortar"
	| "mortaronly"
	| "rocket"
	| "rocketonly"
	| "fausts"
	| "atrifle"
	| "flame"
	| "gun"
	| "atgun"
	| "howitzer"
	| "flak"
	| "token"
	| "tank"
	| "halftrack"
	| "car"
	| "truck"
	| "stuart"
	| "sherman"
	| "firefly"
	| "wolverine"
	| "scott"
	| "churchill"
	| "cromwell"
	| "tetrarch"
	| "matilda1"
	| "matilda"
	| "lightmk6"
	| "charb1"
	| "r35"
	| "h39"
	| "s35"
	| "fcm2c"
	| "t13"
	| "pz2"
	| "luchs"
	| "pz38t"
	| "pz3"
	| "pz3l"
	| "pz4"
	| "pz4h"
	| "stug"
	| "tiger"
	| "panther"
	| "kingtiger"
	| "ferdinand"
	| "pzjager"
	| "sig33"
	| "t34"
	| "t3485"
	| "t70"
	| "kv1"
	| "is2"
	| "su76"
	| "su122"
	| "goliath"
	| "carrier"
	| "m3half"
	| "m16"
	| "sdkfz251"
	| "sdkfz8"
	| "sdkfz10"
	| "jeep"
	| "amphibian"
	| "kubel"
	| "sidecar"
	| "blitz"
	| "zis"
	| "laffly"
	| "sdkfz222"
	| "panhard"
	| "puma"
	| "greyhound"
	| "daf"
	| "ba64"
	| "cupola";

export type Sign =
	| "unknown"
	| "done"
	| "move"
	| "fire"
	| "hide"
	| "spot"
	| "melee"
	| "wound"
	| "crawl"
	| "double"
	| "pin"
	| "shaken"
	| "order"
	| "number"
	| "smoke"
	| "watch"
	| "star"
	| "current"
	| "objective"
	| "blaze"
	| "trench"
	| "foxholes"
	| "wire"
	| "mine"
	| "bunker"
	| "wreck"
	| "block"
	| "letter"
	| "token-number"
	| "token-star"
	| "token-word"
	| "token-back";

export type Family =
	| "clear"
	| "objective"
	| "zone"
	| "hedge"
	| "bocage"
	| "wall"
	| "fence"
	| "wire"
	| "road"
	| "avenue"
	| "rail"
	| "bridge"
	| "trench"
	| "foxholes"
	| "building"
	| "timber"
	| "manor"
	| "barn"
	| "bunker"
	| "ruin"
	| "rubble"
	| "wreck"
	| "orchard"
	| "forest"
	| "woods"
	| "thicket"
	| "wheat"
	| "unripe"
	| "crops"
	| "grass"
	| "brush"
	| "water"
	| "ford"
	| "brook"
	| "marsh"
	| "rough"
	| "sand"
	| "hill"
	| "cliff"
	| "door"
	| "window";

/** How the system's pieces, badges and markers, and ground are drawn. */
export interface Looks {
	pieces: Record<string, Silhouette>;
	models: Record<string, Silhouette>;
	signs: Record<string, Sign>;
	terrain: Record<string, Family>;
	sounds: Record<string, string>;
}

export interface BoardData {
	geometry: Geometry;
	width: number;
	height: number;
	cells?: Cell[];
	features?: Feature[];
	terrains?: Record<string, string>;
	cards?: Record<string, Row[]>;
	looks: Looks;
}

export interface Badge {
	kind: string;
	label: string;
}

/** As the page draws it; `turns` if it lay face down until now. */
export interface ShownBadge extends Badge {
	turns?: boolean;
}

/** Something in hand that is laid on pieces. */
export interface Token extends Badge {
	id: number;
}

export interface Piece {
	id: number;
	name: string;
	seat: number;
	nation: string;
	kind: string;
	place?: string;
	x?: number;
	y?: number;
	radius?: number;
	width?: number;
	facing?: number;
	values?: string[];
	corner?: string;
	flipped?: boolean;
	turned?: string;
	badges?: Badge[];
	group?: number;
	rows?: Row[];
	basis?: string;
	model?: string;
	turret?: number;
}

export interface Marker {
	kind: string;
	label: string;
	place?: string;
	x?: number;
	y?: number;
	seat?: number;
}

export interface Seat {
	name: string;
	nation: string;
	score?: number;
	camp?: number;
	side?: string;
}

export interface Position {
	turn: number;
	turns: number;
	clock: string;
	phase: string;
	seats: Seat[];
	pieces: Piece[];
	markers?: Marker[];
	status?: string[];
	over?: boolean;
	winner?: number;
	ending?: string;
	dark?: number;
}

export interface Choice {
	id: number;
	verb: string;
	label: string;
	rule?: string;
	piece?: number;
	place?: string;
	x?: number;
	y?: number;
	path?: string[];
	steps?: boolean;
	token?: number;
	marks?: Mark[];
	figures?: Point[];
}

/** Several pieces that a choice is about: they would fall, or be under a blast. */
export interface Mark {
	kind: string;
	pieces: number[];
}

/** Where a weapon of the free table reaches; without a facing all round. */
export interface Arc {
	x: number;
	y: number;
	reach: number;
	facing?: number;
	least?: number;
	turns?: boolean;
}

/** As much of a choice as the board can point at. */
export type Pointed = Pick<Choice, "piece" | "place" | "x" | "y" | "path" | "marks">;

export interface Prompt {
	seat: number;
	kind: string;
	text: string;
	rule: string;
	choices: Choice[];
	region?: Point[][];
	pieces?: number[];
	decline?: number;
	setup?: boolean;
	hint?: number;
	plans?: boolean;
	tokens?: Token[];
	hand?: number;
	arcs?: Arc[];
	track?: Point[];
	placed?: Placed[];
}

/** Where a figure is to stand that has not set out yet, and its way there. */
export interface Placed {
	piece: number;
	x: number;
	y: number;
	way?: Point[];
}

/** A die of unknown purpose has no sides. */
export interface Roll {
	purpose: string;
	sides: number;
	result: number;
}

export interface TallyLine {
	value: number;
	label: string;
	rule: string;
}

export interface GameEvent {
	kind: string;
	text: string;
	rule: string;
	dice: Roll[];
	lines: TallyLine[];
	total: number | null;
	place: string;
	/** where fire came from; empty for what does not come from elsewhere */
	origin: string;
}

export interface Wish {
	seat: number;
	name: string;
	back: number;
	answer: boolean;
}

interface AnyView {
	seq: number;
	seat: number;
	table: boolean;
	secret: boolean;
	can_undo: boolean;
	waiting: string[];
	thinking: boolean;
	stuck: boolean;
	players: string[];
	keeps: number[];
	can_ask: boolean;
	wish: Wish | null;
	tells_all: boolean;
	whole: boolean;
	dice: DiceRecord;
	open: number[];
	moments: number;
	position: Position;
	events_from: number;
	events: GameEvent[];
	scenes: Scene[];
	news: GameEvent[];
	coach: Coached | null;
	carried: string[] | null;
}

/** What the coach of a lesson says now. */
export interface Coached {
	title: string;
	step: number;
	steps: number;
	remark: string;
	pages: string[];
	goal: string;
	terms: { word: string; means: string }[];
	pieces: number[];
	places: string[];
	mistake: string;
	over: boolean;
	lesson: string;
	next: string;
	next_title: string;
	puzzle: boolean; // a position to solve: the engine judges what is tried
}

/** A choice and what came of it, in victory points of the first side; `cost` is its own side's. */
export interface Swing {
	at: number;
	clock: string; // which turn
	seat: number;
	label: string;
	change: number;
	decision: number;
	luck: number;
	cost: number;
	best: string;
}

/** A game looked over. */
export interface Reviewed {
	curve: number[];
	luck: number;
	/** what the dice gave the first side, choice by choice */
	lucks: number[];
	seats: string[];
	turning: Swing[];
	costly: Swing[][];
}

/** The rules of one game, to be read beside the board. */
export interface Handbook {
	sequence: { name: string; about: string; rule: string; phase: string; kinds: string[] }[];
	chapters: { title: string; clauses: RuleHit[] }[];
	tables: RuleHit[];
}

/** The lessons of a system, in their order. */
export interface CourseList {
	id: string;
	title: string;
	about: string; // what kind of game it is
	lessons: LessonTitle[];
	puzzles: LessonTitle[];
}

export interface LessonTitle {
	name: string;
	title: string;
	about: string;
}

/** One choice: how many of the events it brought, and the position after it; null for the view's own. */
export interface Scene {
	events: number;
	position: Position | null;
}

/** Who has to decide has a prompt, and nobody else. */
export interface DecidingView extends AnyView {
	mine: true;
	prompt: Prompt;
}

export interface WatchingView extends AnyView {
	mine: false;
	prompt: null;
}

export type View = DecidingView | WatchingView;

/** How things would stand with a plan; without a prompt it is complete. */
export interface Laid {
	seq: number;
	seat: number;
	options: number[];
	position: Position;
	prompt: Prompt | null;
}

/** The first answer about a game. */
export interface Game {
	handle: string;
	system: { id: string; title: string };
	scenario: string;
	about: string;
	players: string[];
	terms: { word: string; forms: string[]; means: string }[];
	board: BoardData;
	view: View;
	kept: string; // why it can only be looked at
	company: Company | null;
}

/** Who plays together, beside the view. */
export interface Company {
	names: (string | null)[];
	listed: boolean;
	forfeits: number[];
	here: number[];
	clock: { kind: string; left: number[]; running: number[] } | null;
	chat: { id: number; at: number; seat: number; text: string }[];
}

export interface ClockWish {
	kind: "live" | "days";
	minutes?: number;
	seconds?: number;
	days?: number;
}

export interface LobbyGame {
	game: string;
	system: string;
	title: string;
	scenario: string;
	sides: string[];
	players: string[];
	names: (string | null)[];
	ratings: (number | null)[];
	pace: ClockWish | null;
	begun: number;
	clock: string;
	winner: number | null;
	forfeits: number[];
	seats: number[];
	spectator: string;
}

export interface Lobby {
	open: LobbyGame[];
	running: LobbyGame[];
	finished: LobbyGame[];
}

export interface Rated {
	name: string;
	rating: number;
	games: number;
}

export interface Preview {
	board: BoardData;
	position: Position;
}

export interface Keys {
	game: string;
	table: string | null;
	seats: (string | null)[];
	spectator: string;
	invitations: (string | null)[];
	commitment: string;
}

/** What may be given out. */
export interface Links {
	spectator: string;
	invitations: (string | null)[];
}

/** How the dice come about; the rest is told at the end. */
export interface DiceRecord {
	fair: boolean;
	commitment?: string;
	/** number of dice before it, seat, salt */
	mixes?: [number, number, string][];
	given?: number;
	salt?: boolean;
	over?: boolean;
	secret?: string;
	seed?: string;
	/** sides and face of each */
	dice?: [number, number][];
}

export interface GameOption {
	name: string;
	text: string;
	rule: string;
	values: OptionValue[];
	most?: number;
	several?: number;
}

export interface OptionValue {
	value: number | boolean | string;
	text: string;
	fits?: Record<string, (number | boolean | string)[]>;
}

export interface Scenario {
	id: string;
	title: string;
	about: string;
	seats: string[];
	points: number;
	alone: boolean;
	usual: Record<string, unknown>;
	options: GameOption[];
	/** Special rules of the scenario, a line each. */
	rules: string[];
	length: string;
	/** The box it belongs to, "" if there are no several. */
	module: string;
	/** Units of both sides, 0 if the options say how many. */
	size: number;
	vehicles: boolean;
	/** 0 if the options say how many. */
	turns: number;
}

export interface System {
	id: string;
	title: string;
	version: string;
	buys: boolean;
	scenarios: Scenario[];
	options: GameOption[];
}

export interface Systems {
	systems: System[];
	players: string[];
}

export interface NewGame {
	system: string;
	scenario: string;
	seats: string[];
	seed?: number;
	options?: Record<string, unknown>;
	player?: string;
	listed?: boolean;
	clock?: ClockWish;
}

/** A game that a secret of this browser opens. */
export interface OpenGame {
	secret: string;
	system: string;
	title: string;
	scenario: string;
	players: [string, string][];
	begun: number;
	clock: string;
	over: boolean;
	mine: boolean;
	problem?: undefined;
}

/** One that cannot be restored. */
export interface LostGame {
	secret: string;
	problem: string;
}

export interface Clause {
	id: string;
	title: string;
	section: string;
	rule: string | string[];
	tables?: { title?: string; columns: string[]; rows: string[][] }[];
	default?: string;
	notes?: string;
	document?: string;
}

export interface RuleHit {
	id: string;
	title: string;
	section: string;
}

/** An offered option, or a point inside the offered region. */
export type Move = { option: number } | { x: number; y: number; piece?: number };

export interface Attempt {
	plan?: number[];
	verb?: string;
	piece?: number;
	place?: string;
	x?: number;
	y?: number;
}

/** What the page itself says has no rule behind it. */
export interface Refusal {
	text: string;
	rule?: string;
}

export interface Look {
	legal: boolean;
	label: string;
	rule: string;
	figures?: Point[];
}

export interface SightStep {
	place: string;
	text: string;
	blocks?: boolean;
	hampers?: number;
	level?: number;
	height?: number;
}

export interface SightLine {
	start: string;
	end: string;
	clear: boolean;
	text: string;
	rule: string;
	distance: string;
	steps?: SightStep[];
	levels?: [number, number];
}

export interface ChanceLine {
	label: string;
	chance: number;
}

/** What may become of a target, or come of a roll. */
export interface SubjectOdds {
	subject: string;
	rows: ChanceLine[];
}

export interface Forecast {
	rule: string;
	told: string[]; // what may come of it, in words
	need: string;
	lines: TallyLine[];
	total: number | null;
	odds: SubjectOdds[];
	outlook: boolean; // more is to be chosen before the dice fall
}

/** By the number of the option. */
export interface Weighed {
	chances: Record<string, number>;
	risks: Record<string, number>;
	about: Record<string, string>;
}

export interface Shot extends Forecast {
	label: string;
	harm: number;
	piece: number; // who fires
	x: number; // where on their way the movers are then; -1 where that is not told
	y: number;
}

export interface Leg {
	place: string;
	option: number;
	unharmed: number;
	shots: Shot[];
}

export interface PathRisk {
	origin: string;
	lead: { option: number; label: string }[];
	legs: Leg[];
	stopped: string;
	refusals: Refusal[];
	about: string;
}

/** What an option is worth to a bot. */
export interface Weight {
	option: number;
	label: string;
	value: number;
	reasons: { label: string; value: number }[];
	trials: string;
}

/** An option with the whole plan for its unit; `path` is the risk of the route. */
export interface Advice extends Weight {
	sentence: string;
	deeds: string[];
	route: string[];
	path: PathRisk | null;
	aim: { origin: string; target: string; told: string[] } | null;
	risk: string;
	hopeless: boolean;
}

export interface Hindsight extends Weight {
	rank: number;
	taken: boolean;
	choice: Choice;
}

/** One of the options is the one that was taken. */
export interface Why {
	at: number;
	seat: number;
	player: string;
	human: boolean;
	only: boolean;
	options: Hindsight[];
}

export interface Mark {
	turn: number;
	clock: string;
	phase: string;
	seat: number;
	/** Lines of the log before it. */
	log: number;
	/** By seat. */
	points: number[];
	pieces: number[];
}

export interface Timeline {
	marks: Mark[];
	events: GameEvent[];
	eyes: number;
	over: boolean;
	spectator: string;
}

/** What is told of a game that is over. */
export interface Story {
	/** By seat. */
	had: number[];
	lost: number[];
	/** The number of the choice that turned the game, -1 if none did. */
	moment: number;
	told: string[];
	/** The title of the next scenario, "" after the last. */
	next: string;
}

export interface Moment {
	at: number;
	eyes: number;
	position: Position;
	chosen: Choice | null;
	log: number;
}

export interface Opening {
	name: string;
	fits: string[];
	picks?: Record<string, string[]>;
}

export interface Ware {
	id: string;
	name: string;
	cost: number;
	nation?: string;
	about?: string;
	openings?: Opening[];
	pick?: number;
	copies?: number;
	command?: string;
	units?: { name: string; rows: Row[]; number?: number; faces?: Piece[] }[];
}

/** The lists of wares in an armoury. */
export type WareKind = "tiles" | "options" | "heroes" | "cards" | "support";

export interface Armoury {
	looks: Looks;
	nations: Record<string, string>;
	tiles: Ware[];
	options: Ware[];
	heroes: Ware[];
	tokens?: Record<string, string>;
	cards?: Ware[];
	support?: Ware[];
}

export interface FittedOption {
	slot: number;
	option: string;
	pick: string[];
}

export interface BoughtTile {
	tile: string;
	options: FittedOption[];
}

/** Platoons have support by number, other armies heroes and a deck (null: the usual one). */
export interface Army {
	nation: string;
	tiles: BoughtTile[];
	heroes?: string[];
	deck?: Record<string, number> | null;
	support?: Record<string, number>;
}

/** An army kept in the browser; the cost came later than the rest. */
export interface KeptArmy {
	name: string;
	points: number;
	cost?: number;
	army: Army;
}

export interface Muster {
	cost: number;
	faults: { field: string; rule: string; text: string }[];
	deck: Record<string, number>;
}

// What the page's own parts hand to each other

/** What `h` and `s` take: true and strings become attributes, null and false leave them out. */
export interface Attributes {
	onclick?: (event: PointerEvent) => unknown;
	style?: Record<string, string>;
	[name: string]: unknown;
}

/** What goes into an element: gaps are left out, lists are laid flat. */
export type Child = Node | string | number | false | null | undefined | Child[];

/** Where and with what something was pressed: an event, or the end of a drag. */
export interface Press {
	target: EventTarget | null;
	clientX?: number;
	clientY?: number;
	pointerType?: string;
}

/** What the pointer is over. */
export type Hovered =
	| { piece: Piece; place?: undefined; point?: undefined }
	| { place: string; piece?: undefined; point?: undefined }
	| { point: Point; piece?: undefined; place?: undefined };

export interface BoardHandlers {
	onPiece?: (piece: Piece, event: Press) => void;
	onPlace?: (place: string, event: Press) => void;
	onPoint?: (x: number, y: number, event: Press) => void;
	onChoice?: (choice: Choice, event: Press) => void;
	onHover?: (what: Hovered | null) => void;
}

/** A place of a drawn path, and what is written there. */
export interface PathMark {
	place: string;
	text: string;
	bad?: boolean;
}

/** What puts a screen on the page. */
export type Show = (content: Node) => void;

/** What makes the buttons for language and colours. */
export type Settings = () => HTMLElement;

/** What to do when the screen is left. */
export type Leave = () => void;
