/** Habits of formats and templates, with the tests that show what Cairn does. */
import type { CompatibilityTable } from './table.ts'

export const FORMAT_TABLES: readonly CompatibilityTable[] = [
  {
    heading: 'FLAT and STRUCTURED',
    idioms: 'forms that clients write',
    cases: [
      {
        idiom: 'a bare code on a coded text, an ordinal or a scale',
        does: 'is that code',
        shownBy: [
          'packages/openehr/src/format/flat/read/bare-code.test.ts',
          'is the code of a coded text, whether its list is closed or open',
        ],
      },
      {
        idiom: '`_null_flavour` as a code',
        does: 'has its rubric',
        shownBy: [
          'packages/openehr/src/format/flat/read/bare-code.test.ts',
          'names a null flavour with its rubric',
        ],
      },
      {
        idiom: 'a code outside of an open list, `at0099`',
        does: 'is refused, and never becomes free text',
        shownBy: [
          'packages/openehr/src/format/flat/read/bare-code.test.ts',
          'is told as wrong where the list does not have it, and never becomes free text',
        ],
      },
      {
        idiom: '`|at0138: true`, as check boxes send it',
        does: 'chooses that code',
        shownBy: [
          'packages/openehr/src/format/flat/read/bare-code.test.ts',
          'chooses that code where it is ticked, and says nothing where it is not',
        ],
      },
      {
        idiom: 'a number without a suffix on a quantity or a percentage',
        does: 'is its magnitude, its numerator',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'a number without a suffix is the numerator of a percentage',
        ],
      },
      {
        idiom: 'a unit without a number',
        does: 'says nothing',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'a unit or a denominator alone says nothing',
        ],
      },
      {
        idiom: '`event_context/…`, or attributes of the context below the root (`minimal/start_time`)',
        does: 'are those of the context',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'may be left out of the path of its attributes',
        ],
      },
      {
        idiom: '`ctx/setting|code`, `ctx/language|code`',
        does: 'read as `ctx/setting`, `ctx/language`',
        shownBy: ['packages/openehr/src/format/flat/read/aliases.test.ts', 'takes codes with a suffix'],
      },
      {
        idiom: '`ctx/generic_fields`',
        does: 'is kept in the feeder audit',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'keeps the fields of a form in the feeder audit, from FLAT and from STRUCTURED',
        ],
      },
      {
        idiom: '`x/feeder_audit`',
        does: 'is `x/_feeder_audit`',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'a feeder audit may be given without its underscore',
        ],
      },
      {
        idiom: '`x/name`',
        does: 'is `x/_name`, unless a node is called so',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'a name may be given without its underscore, unless a node is called so',
        ],
      },
      {
        idiom: '`_wf_definition` without a formalism',
        does: 'is plain text',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'a workflow definition is read with and without its formalism',
        ],
      },
      {
        idiom: '`|identifiers_id` without an index, or with a list',
        does: 'one identifier, or one for each',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'takes a list of identifiers under one suffix',
        ],
      },
      {
        idiom: '`offset` of an event',
        does: 'gives its time, or the origin of its history',
        shownBy: [
          'packages/openehr/src/format/flat/plan/offset.test.ts',
          'an offset that a form sends says when the event was',
        ],
      },
      {
        idiom: 'an event with nothing but a time',
        does: 'is whole, with empty data',
        shownBy: [
          'packages/openehr/src/format/flat/plan/offset.test.ts',
          'an event of which only the time is said has data, which are empty',
        ],
      },
      {
        idiom: '`terminology:NSI?subset=…` in a template',
        does: 'names the terminology `NSI` everywhere',
        shownBy: [
          'packages/openehr/src/format/flat/value-sets.test.ts',
          'a subset belongs to the terminology that is named before it',
        ],
      },
      {
        idiom: 'other names of the context and of `ctx/`',
        does: 'reads them',
        shownBy: ['packages/openehr/src/format/flat/read/aliases.test.ts', 'knows other names of its keys'],
      },
      {
        idiom: '`_instruction_details|wt_path`, `|instruction_uid`',
        does: 'finds the instruction',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'is found by its path in the web template',
        ],
      },
      {
        idiom: 'STRUCTURED without pipes',
        does: 'takes the parts of values by their names',
        shownBy: [
          'packages/openehr/src/format/flat/read/aliases.test.ts',
          'takes the parts of values without pipes',
        ],
      },
      {
        idiom: 'every field that a web template offers',
        does: 'is read',
        shownBy: [
          'packages/openehr/src/format/flat/forms.test.ts',
          'every field that a web template of the corpus offers is read',
        ],
      },
      {
        idiom: '`profile=simple`',
        does: 'writes the keys that other parsers read',
        shownBy: [
          'packages/openehr/src/format/flat/write/simple.test.ts',
          'the simple profile has the keys that other parsers read, and no others',
        ],
      },
      {
        idiom: 'FLAT or STRUCTURED sent as `application/json`',
        does: '400 that names the format',
        shownBy: [
          'test/ehr/flat.test.ts',
          'is told to be FLAT or STRUCTURED, with the media type to send it as',
        ],
      },
      {
        idiom: 'faults',
        does: 'name the FLAT path',
        shownBy: [
          'packages/openehr/src/format/flat/plan/flat-findings.test.ts',
          'faults of FLAT data are told by their keys',
        ],
      },
    ],
    notTaken:
      '`$selfComposition` as the uid of a composition that has none yet; several codes ticked for one value; a number without a suffix on a proportion that may be a percentage or something else; a bare code of a value set that the template does not list, for which nobody has the rubric.',
  },
  {
    heading: 'Templates',
    idioms: 'expectations of tools and forms',
    cases: [
      {
        idiom: 'a C_CODE_REFERENCE without `referenceSetUri`',
        does: 'takes the template with a warning; any code goes',
        shownBy: [
          'packages/openehr/src/template/opt/compile.test.ts',
          'C_CODE_REFERENCE without a value set is worth a warning, and any code goes',
        ],
      },
      {
        idiom: '`inputs[].terminology`',
        does: 'is there for every code',
        shownBy: [
          'packages/openehr/src/template/web/web.test.ts',
          'a coded text names the terminology of its codes',
        ],
      },
      {
        idiom: 'defaults of coded texts',
        does: 'has code and text, never outside of the list',
        shownBy: [
          'packages/openehr/src/template/web/offered.test.ts',
          'a coded text has the code and the text of its default',
        ],
      },
      {
        idiom: 'every `current_state`',
        does: 'lists all that the template allows',
        shownBy: [
          'packages/openehr/src/template/web/offered.test.ts',
          'are all of them where the template says nothing, or leaves one transition open',
        ],
      },
      {
        idiom: 'bindings of `at0000`',
        does: 'shows them on specialised roots too',
        shownBy: [
          'packages/openehr/src/template/web/offered.test.ts',
          'a root shows what its archetype binds its concept to, whatever its own code is',
        ],
      },
      {
        idiom: 'comments of alternatives',
        does: 'repeats those of the element',
        shownBy: [
          'packages/openehr/src/template/web/offered.test.ts',
          'each alternative of a choice has the comment of its element',
        ],
      },
    ],
    notTaken: '`min` 1 on every alternative of a choice, as EHRbase writes it; one of them is enough.',
  },
  {
    heading: 'Canonical JSON and XML',
    idioms: 'forms that clients send',
    cases: [
      {
        idiom: 'CONTRIBUTION with codes as DV_CODED_TEXT, TERMINOLOGY_CODE, code or rubric',
        does: 'takes all',
        shownBy: ['test/ehr/contribution-forms.test.ts', 'may have change_type and lifecycle_state as'],
      },
      {
        idiom: 'archetype ids with a namespace (`org.x::openEHR-EHR-COMPOSITION.x.v1`)',
        does: 'takes them for those of roots',
        shownBy: [
          'packages/openehr/src/validate/rm.test.ts',
          'takes an archetype id with a namespace for that of a root, and wants the details to have the same',
        ],
      },
      {
        idiom: 'a DV_URI without a scheme (`www.iana.org`)',
        does: 'takes every reference of RFC 3986',
        shownBy: ['test/ehr/rm-rules.test.ts', 'may be a relative reference'],
      },
      {
        idiom: 'an OID or a URL as the `namespace` of a reference',
        does: 'takes it',
        shownBy: ['test/ehr/rm-rules.test.ts', 'in a namespace that is an OID or a URL is taken'],
      },
      {
        idiom: 'a PARTY_REF of the type `ANY`',
        does: 'refuses it: a type is one of the parties of the reference model',
        shownBy: ['test/ehr/rm-rules.test.ts', 'of a type that is no party'],
      },
    ],
  },
]
