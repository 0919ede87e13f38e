/** SQL that is written in our sources, as a type of its own: no text that is made while the program runs can be one. */

declare const written: unique symbol

export type SqlConstant = string & { readonly [written]: true }

/** Takes other constants, and nothing else. */
export const sqlConstant = (
  { raw: [first = '', ...rest] }: TemplateStringsArray,
  ...parts: readonly SqlConstant[]
): SqlConstant => rest.reduce((text, each, at) => `${text}${parts[at]}${each}`, first) as SqlConstant
