"""`python -m catalint`."""

from catalint.cli import main

if __name__ == "__main__":
    main(prog_name="catalint")
