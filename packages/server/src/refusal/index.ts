/** How the server says no: the codes, and the error that carries one. */
export { CODES, type Code } from './codes.ts'
export { Refusal } from './refusal.ts'
