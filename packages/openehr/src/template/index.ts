/** Templates: an OPT compiled into plain data, and what can be made from it. */
export type * from './model.ts'
export { compileTemplate } from './opt/compile.ts'
export type * from './web/model.ts'
