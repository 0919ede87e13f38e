/** Verbs of the operator: they read the settings and open the database, so the server's own program runs them. */
import { verb } from '../command/verb.ts'

export const OPERATOR_VERBS = [
  verb({
    words: 'serve',
    about: 'start the server',
    details:
      'Settings are environment variables: docs/reference/config.md. Ctrl-C stops it; requests under way may end.',
    isOperator: true,
    noJson: true,
  }),
  verb({ words: 'config', about: 'show every setting with its value', isOperator: true }),
  verb({ words: 'key list', about: 'list the keys that tokens are signed with', isOperator: true }),
  verb({
    words: 'key rotate',
    about: 'sign with the next key from now on',
    details: 'Tokens of the old key stay good until they end.',
    isOperator: true,
  }),
  verb({
    words: 'verify',
    about:
      'check that every version is the one that was signed, that none is missing, and that the audit trail is whole',
    isOperator: true,
    options: {
      head: {
        type: 'string',
        value: 'seal:digest',
        about: 'the end of the audit trail that an earlier run told must still be there',
      },
    },
  }),
  verb({
    words: 'apply-erasures',
    about: 'erase again what had been erased, after a backup was restored',
    details: 'The file is that of CAIRN_ERASURE_LOG. What is gone already stays gone.',
    args: [{ name: 'file', about: 'the erasure log' }],
    isOperator: true,
  }),
  verb({
    words: 'dictionary sweep',
    about: 'remove paths and node ids that no record has any more',
    details: 'They go a minute after they were found unused: by the server, or by the next sweep.',
    isOperator: true,
  }),
]
