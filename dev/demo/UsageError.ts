/** The command cannot be carried out as it was given; the message says why, and no stack is of use. */
export class UsageError extends Error {}
