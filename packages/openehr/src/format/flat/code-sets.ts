/** The code sets that attributes of the reference model draw from, so that a code alone says all (RM, `Code_set_id_…`). */
export const CODE_SETS: Readonly<Record<string, string>> = {
  language: 'ISO_639-1',
  territory: 'ISO_3166-1',
  encoding: 'IANA_character-sets',
  charset: 'IANA_character-sets',
}

/** What a CODE_PHRASE in the attribute holds where no key names its terminology. */
export const codeSet = (attribute: string): { readonly fill: Readonly<Record<string, unknown>> } => ({
  fill: { terminology_id: { _type: 'TERMINOLOGY_ID', value: CODE_SETS[attribute] } },
})
