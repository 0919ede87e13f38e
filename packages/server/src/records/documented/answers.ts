/** Answers and descriptions in the API description that many operations share. */
export const VERSION_HEADERS = {
  ETag: 'The version uid, quoted.',
  'Last-Modified': 'When it was committed.',
  Location: 'Where it is.',
}

export const NOT_FOUND = { 404: { description: 'There is no such EHR, object or version.' } }
export const INVALID = {
  400: {
    description:
      'The body, a parameter or a header cannot be read; or what is neither a COMPOSITION nor a party breaks rules: all violations are listed.',
  },
  422: {
    description:
      'A COMPOSITION or a party breaks rules, or its template is not here: all violations are listed; or a `uid` is of a foreign form.',
  },
}
export const CONFLICT = { 412: { description: 'Not the latest version; `ETag` names that one.' } }
export const NOT_MODIFIABLE = { 409: { description: 'The EHR is not modifiable.' } }

/** For operations that create a versioned object. */
export const CLIENT_UID =
  'A `uid` in the body is kept: a UUID, or the uid of a first version of this system. So a creation that got no answer can be sent again: 409 says that it is there. Any other `uid` is refused; with `handling=lenient`, and at the addresses of `CAIRN_PREFIXES`, the object id is kept, and the `uid` goes into `feeder_audit`.'
