/** Leaves V8 as it is. */
export {}
