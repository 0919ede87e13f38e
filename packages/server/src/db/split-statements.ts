/** The statements of an SQL text, as migrations have them. Citus refuses changes of a distributed table among other statements of one text. */

/** Parts that hide a semicolon: comments, quoted texts and names, and bodies between two equal dollar signs with their tag. */
const PARTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g

const isEmpty = (statement: string): boolean =>
  statement.replace(PARTS, part => (/^(?:--|\/\*)/.test(part) ? '' : part)).trim() === ''

export function splitStatements(text: string): readonly string[] {
  const statements: string[] = []
  let from = 0
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part !== ';') continue
    statements.push(text.slice(from, index))
    from = index + 1
  }
  statements.push(text.slice(from))
  return statements.filter(statement => !isEmpty(statement))
}
