/** The formats that reference model data comes in and goes out in. */

export * from './json/index.ts'
export * from './xml/index.ts'
