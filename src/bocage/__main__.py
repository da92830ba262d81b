"""`python -m bocage` is the command `bocage`."""

from bocage.cli.main import main

if __name__ == "__main__":
    main()
