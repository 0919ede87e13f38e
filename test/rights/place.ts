/** The place that a call of the matrix is about, and its input. */
/** The place that a call is about: the EHR of the launch or another one, the template of the scope or another one. `none` is nowhere. */
export interface Place {
  readonly ehr: 'mine' | 'other' | 'none'
  readonly template: 'mine' | 'other' | 'none'
}

export interface Prepared {
  /** Values of parameters in path and query string, by name. */
  readonly parameters: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}
