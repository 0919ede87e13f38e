/** Templates: an OPT compiled into plain data, and what can be made from it. */
export { type ExampleOptions, exampleOf, randomInstance } from './example/index.ts'
export type * from './model.ts'
export { compileTemplate } from './opt/compile.ts'
export { jsonSchema } from './schema/index.ts'
export { webTemplate } from './web/build.ts'
export { type FlatPath, flatPaths } from './web/flat-paths.ts'
export { webTemplateJson } from './web/json.ts'
export type * from './web/model.ts'
