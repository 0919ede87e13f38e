/** A rule of a specification, and the tests that show it: a file, and words of a title in it. */

export interface Rule {
  readonly id: string
  readonly sentence: string
  readonly source: string
  /** Each pair must be found; every test that fits one counts. */
  readonly tests: readonly (readonly [file: string, words: string])[]
}

/** A compact row: id, sentence, source, then `file: words` for each test, as docs/reference/compatibility.md has them. */
export const rule = (id: string, sentence: string, source: string, ...tests: readonly string[]): Rule => ({
  id,
  sentence,
  source,
  tests: tests.map(each => {
    const at = each.indexOf(': ')
    return [each.slice(0, at), each.slice(at + 2)] as const
  }),
})
