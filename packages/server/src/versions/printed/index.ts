/** Printed forms of versions, of their coded values and of their times. */
export { codedText, codeNamed, type Group, rubric } from './coded.ts'
export { printVersion, timestamp, type WireProfile } from './envelope.ts'
export { restoreEnvelope } from './short-envelope.ts'
