"""What is computed: numpy and the standard library only, no Qt and no State."""
