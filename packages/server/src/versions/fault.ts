/** Something that `cairn verify` found wrong. */
export interface Fault {
  readonly ehrId: string
  /** Of a version; of an object or a contribution where it is about those. */
  readonly uid: string
  readonly what: string
}
