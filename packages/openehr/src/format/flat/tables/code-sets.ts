/** The code sets of attributes of the reference model, so that a code needs no terminology (RM, `Code_set_id_…`). */
export const CODE_SETS: Readonly<Record<string, string>> = {
  language: 'ISO_639-1',
  territory: 'ISO_3166-1',
  encoding: 'IANA_character-sets',
  charset: 'IANA_character-sets',
}

/** The terminology of a CODE_PHRASE in the attribute, where no key names one. */
export const codeSet = (attribute: string): { readonly fill: Readonly<Record<string, unknown>> } => ({
  fill: { terminology_id: { _type: 'TERMINOLOGY_ID', value: CODE_SETS[attribute] } },
})
