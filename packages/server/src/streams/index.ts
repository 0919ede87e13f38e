/** Answers that are written piece by piece. */
export { streamedBody, type TakeText } from './streamed-body.ts'
