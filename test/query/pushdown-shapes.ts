/** One query a shape over the three records of the AQL tests: what is written down of them is their SQL and their rows. */

const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const EVENTS = 'data[at0001]/events[at0006]'
const SYS = `${EVENTS}/data[at0003]/items[at0004]/value/magnitude`
const DIA = `${EVENTS}/data[at0003]/items[at0005]/value/magnitude`
const DEVICE = 'protocol[at0011]/items[openEHR-EHR-CLUSTER.device.v1]/items[at0001]/value/value'

/** Queries over values that have an index. */
export const INDEXED: Readonly<Record<string, string>> = {
  'the order of an indexed value': `SELECT o/${SYS}, o/${DIA} FROM OBSERVATION o[${BP}] ORDER BY o/${SYS}`,
  'the order of an indexed value, descending': `SELECT e/ehr_id/value, o/${DIA} FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${BP}] ORDER BY o/${DIA} DESC LIMIT 3`,
  'the order of an indexed value, beside a leaf that roots share':
    'SELECT c/context/setting/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] ORDER BY c/name/value LIMIT 3',
  'the order of an indexed value above a bound': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} > 100 ORDER BY o/${SYS} DESC`,
  'a range of an indexed value': `SELECT c/name/value, o/${SYS} FROM COMPOSITION c CONTAINS OBSERVATION o[${BP}] WHERE o/${SYS} >= 100 AND o/${SYS} < 150`,
  'equality of an indexed value': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} = 120`,
  'equality of an indexed text':
    "SELECT c/name/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] WHERE c/name/value = 'Visit 1'",
  'a list of indexed values': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} matches {120, 140}`,
  'MIN and MAX of an indexed value': `SELECT MIN(o/${SYS}), MAX(o/${SYS}) FROM OBSERVATION o[${BP}]`,
}

/** Queries that must be answered by SQL, by what they show. */
export const PUSHED: Readonly<Record<string, string>> = {
  // FROM
  'all compositions': 'SELECT c/name/value FROM COMPOSITION c',
  'one archetype': 'SELECT c/name/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]',
  'a composition that is asked for nothing is no table': `SELECT o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${BP}]`,
  'nested containment': `SELECT c/name/value, s/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS SECTION s CONTAINS OBSERVATION o`,
  'as many documents as rows are wanted':
    "SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE o/name/value != 'Inner' LIMIT 3",
  'an abstract class': 'SELECT x/name/value, x/archetype_node_id FROM COMPOSITION c CONTAINS CARE_ENTRY x',
  'AND inside a document':
    'SELECT s/name/value, t/name/value FROM COMPOSITION c CONTAINS (SECTION s AND OBSERVATION t[openEHR-EHR-OBSERVATION.body_temperature.v2])',
  'AND inside an EHR':
    'SELECT a/name/value, b/name/value FROM EHR e CONTAINS (COMPOSITION a[openEHR-EHR-COMPOSITION.report.v1] AND COMPOSITION b)',
  'OR leaves variables NULL': `SELECT c/name/value, o/name/value, v/name/value FROM COMPOSITION c CONTAINS (OBSERVATION o[${BP}] OR EVALUATION v)`,
  'OR of branches that contain more':
    'SELECT c/name/value, s/name/value, o/name/value, v/name/value FROM COMPOSITION c CONTAINS ((SECTION s CONTAINS OBSERVATION o) OR EVALUATION v)',
  'OR inside an EHR':
    'SELECT e/ehr_id/value, a/name/value, b/is_queryable FROM EHR e CONTAINS (COMPOSITION a OR EHR_STATUS b)',
  'NOT CONTAINS': 'SELECT c/name/value FROM COMPOSITION c NOT CONTAINS EVALUATION',
  'NOT CONTAINS of a chain':
    'SELECT c/name/value FROM COMPOSITION c NOT CONTAINS SECTION s CONTAINS OBSERVATION o',
  'NOT CONTAINS of an EHR': 'SELECT e/ehr_id/value FROM EHR e NOT CONTAINS COMPOSITION',
  'a name in the predicate of a class': "SELECT c/uid/value FROM COMPOSITION c[name/value='Visit 1']",
  EHR_STATUS: 'SELECT s/subject/external_ref/id/value, s/is_queryable FROM EHR e CONTAINS EHR_STATUS s',
  FOLDER: 'SELECT f/name/value, f/items/id/value FROM FOLDER f',
  'what a folder refers to': 'SELECT f/name/value, c/name/value FROM FOLDER f CONTAINS COMPOSITION c',
  'entries of what a folder refers to':
    "SELECT f/name/value, o/name/value FROM EHR e CONTAINS FOLDER f[name/value='episode'] CONTAINS COMPOSITION c CONTAINS OBSERVATION o",
  'NOT CONTAINS of either': 'SELECT c/name/value FROM COMPOSITION c NOT CONTAINS (EVALUATION v OR SECTION s)',
  'folders that refer to nothing of a kind': 'SELECT f/name/value FROM FOLDER f NOT CONTAINS EVALUATION',
  'a CLUSTER by its archetype': 'SELECT d/name/value FROM CLUSTER d[openEHR-EHR-CLUSTER.device.v1]',
  'leaves that roots share':
    "SELECT c/language/code_string, c/category/value, c/context/setting FROM COMPOSITION c WHERE c/territory/terminology_id/value = 'ISO_3166-1' OR EXISTS c/category",
  'leaves that roots share, of any class':
    "SELECT x/archetype_details/rm_version FROM COMPOSITION c CONTAINS LOCATABLE x WHERE x/language/code_string = 'en'",
  'events of any observation, whose node ids differ between archetypes':
    'SELECT o/name/value, o/data/events/time/value FROM COMPOSITION c CONTAINS OBSERVATION o',
  'EXISTS of members with different node ids':
    'SELECT o/name/value FROM OBSERVATION o WHERE EXISTS o/data/events/data/items/value/magnitude',
  'a class that nobody has': 'SELECT i/name/value FROM INSTRUCTION i',
  // Classes inside archetypes
  ELEMENT: 'SELECT l/name/value, l/archetype_node_id, l/value/value, l/value/magnitude FROM ELEMENT l',
  'ELEMENT in a composition':
    "SELECT c/name/value, l/value/magnitude FROM COMPOSITION c CONTAINS ELEMENT l WHERE l/name/value = 'Systolic'",
  'an at-code is looked for in its own archetype': `SELECT l/name/value, l/value FROM OBSERVATION o[${BP}] CONTAINS ELEMENT l[at0004]`,
  'CLUSTER without archetype':
    'SELECT k/name/value, k/archetype_node_id, k/items[at0001]/value/value FROM CLUSTER k',
  'events of any kind':
    'SELECT v/name/value, v/time/value, v/width/value FROM OBSERVATION o CONTAINS EVENT v',
  'one kind of events': 'SELECT v/math_function/value FROM INTERVAL_EVENT v',
  'ITEM_TREE in an event':
    'SELECT v/name/value, t/name/value, t/items[at0004]/value/magnitude FROM EVENT v CONTAINS ITEM_TREE t',
  'a node inside a node':
    'SELECT v/name/value, l/value/magnitude FROM EVENT v CONTAINS ELEMENT l ORDER BY l/value/magnitude DESC',
  'an archetype inside a node':
    'SELECT t/name/value, d/name/value FROM ITEM_TREE t CONTAINS CLUSTER d[openEHR-EHR-CLUSTER.device.v1]',
  'a node as a whole': 'SELECT l, l/value FROM OBSERVATION o CONTAINS ELEMENT l[at0004]',
  'count of nodes': 'SELECT COUNT(*), MAX(l/value/magnitude) FROM COMPOSITION c CONTAINS ELEMENT l',
  'nodes in groups': 'SELECT l/name/value, COUNT(*) FROM ELEMENT l',
  'NOT CONTAINS of a node':
    "SELECT c/name/value FROM COMPOSITION c NOT CONTAINS ELEMENT l[name/value='Systolic']",
  'OR of nodes':
    'SELECT o/name/value, v/name/value, l/name/value FROM OBSERVATION o CONTAINS (INTERVAL_EVENT v OR ELEMENT l[at0005])',
  'any LOCATABLE': 'SELECT x/name/value, x/archetype_node_id FROM LOCATABLE x',
  // Versions
  'the latest version':
    'SELECT v/uid/value, v/commit_audit/change_type/value FROM VERSION v CONTAINS COMPOSITION c',
  'all versions': 'SELECT v/uid/value, c/name/value FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
  'all versions, deleted ones too':
    'SELECT v/uid/value, v/commit_audit/time_committed/value FROM EHR e CONTAINS VERSION v[ALL_VERSIONS]',
  'versions by their audit':
    "SELECT c/name/value FROM VERSION v[commit_audit/change_type/value='modification'] CONTAINS COMPOSITION c",
  'data of a version': 'SELECT v/uid/value, v/data/name/value FROM VERSION v',
  'versions by time, as a whole':
    "SELECT v/uid/value, e/ehr_id/value FROM EHR e CONTAINS VERSION v[commit_audit/time_committed > '2025-01-01T05:30:00Z'] CONTAINS COMPOSITION c WHERE e/time_created < '2030' ORDER BY v/commit_audit/time_committed DESC",
  'versions by time':
    "SELECT v/uid/value FROM VERSION v[commit_audit/time_committed/value > '2025-01-01T05:30:00Z']",
  // EHRs
  'one EHR by predicate': "SELECT c/name/value FROM EHR e[ehr_id/value='hidden'] CONTAINS COMPOSITION c",
  'one EHR by condition':
    "SELECT c/name/value FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'one'",
  'an EHR and its status':
    'SELECT e/ehr_id/value, e/time_created/value, e/ehr_status/is_queryable FROM EHR e',
  // Paths
  'values of one event stay together': `SELECT o/${EVENTS}/name/value, o/${SYS}, o/${DIA} FROM OBSERVATION o[${BP}]`,
  'branches that share nothing multiply':
    'SELECT c/links/target/value, c/context/participations/performer/name FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]',
  'a named node': `SELECT o/data[at0001]/events[at0006, 'At rest']/time/value FROM OBSERVATION o[${BP}]`,
  'a node named by a code': `SELECT o/data[at0001]/events[at0006, at0029]/time/value FROM OBSERVATION o[${BP}]`,
  'a node by a value in it':
    `SELECT o/${EVENTS}[time/value < '2024-01-01']/name/value FROM OBSERVATION o[${BP}]`.replace(
      '[at0006][',
      '[at0006 and ',
    ),
  'into a nested archetype': `SELECT o/name/value, o/${DEVICE} FROM OBSERVATION o[${BP}]`,
  'into entries of a composition': 'SELECT c/name/value, c/content/name/value FROM COMPOSITION c',
  'an archetype id, which no leaf has':
    'SELECT c/archetype_node_id, c/archetype_details/archetype_id/value, c/archetype_details/template_id/value FROM COMPOSITION c',
  'node ids inside an archetype': `SELECT o/data[at0001]/archetype_node_id, o/${EVENTS}/archetype_node_id FROM OBSERVATION o[${BP}]`,
  'a predicate on a variable': "SELECT c/name/value, c[name/value='Visit 1']/uid/value FROM COMPOSITION c",
  // WHERE
  'comparison with a number': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} >= 130`,
  'a condition on one of several values of a node': `SELECT o/${EVENTS}/name/value, o/${EVENTS}/data[at0003]/name/value, o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} >= 130`,
  'a quantity as a whole': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS.replace('/magnitude', '')} < 140`,
  'two quantities as a whole': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS.replace('/magnitude', '')} > o/${DIA.replace('/magnitude', '')}`,
  'path against path': `SELECT o/${SYS}, o/${DIA} FROM OBSERVATION o[${BP}] WHERE o/${SYS} > o/${DIA}`,
  'an instant with an offset':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/context/start_time/value = '2024-03-01T09:00:00Z'",
  'a date against a date and time':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/context/start_time >= '2024-04'",
  'text by code point':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/name/value < 'Q' AND c/name/value >= 'D'",
  LIKE: "SELECT c/name/value FROM COMPOSITION c WHERE c/name/value LIKE 'D*ge ?etter'",
  'LIKE of what SQL takes for wildcards':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/name/value LIKE '%_*'",
  'a list': "SELECT c/name/value FROM COMPOSITION c WHERE c/name/value matches {'Problems', 'Visit 1'}",
  'not in a list with something of another kind': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE NOT o/${SYS} matches {120, 'x'}`,
  'in a list with something of another kind': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} matches {120, 'x'}`,
  'the id of an object is that of its versions':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/uid/value = 'enc'",
  'NOT of what is unknown':
    "SELECT c/name/value FROM COMPOSITION c WHERE NOT c/context/start_time/value = '2024-04-02T08:30:00Z'",
  'a value set, once a terminology has expanded it':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/category/defining_code/code_string matches {'x', TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=http://example.org/vs')}",
  'a value set by its URI':
    'SELECT c/name/value FROM COMPOSITION c WHERE c/category/defining_code/code_string matches {terminology://openehr/expand?group=setting}',
  'codes with their terminology':
    'SELECT c/name/value FROM COMPOSITION c WHERE c/category/defining_code matches {terminology://openehr/expand?group=setting}',
  'codes outside of a value set':
    "SELECT c/name/value FROM COMPOSITION c WHERE NOT c/context/setting/defining_code matches TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=http://example.org/vs')",
  'codes in a value set that is empty':
    "SELECT c/name/value FROM COMPOSITION c WHERE NOT c/category/defining_code matches TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=none')",
  'codes against an answer that is no list':
    "SELECT c/name/value FROM COMPOSITION c WHERE NOT c/category/defining_code matches {TERMINOLOGY('lookup', 'openehr', 'code=1')}",
  'outside of a value set that is empty':
    "SELECT c/name/value FROM COMPOSITION c WHERE NOT c/context/end_time/value matches TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=none')",
  'NULL is equal to nothing':
    'SELECT c/name/value FROM COMPOSITION c WHERE c/name/value = NULL OR c/name/value != NULL',
  'AND binds before OR':
    "SELECT c/name/value FROM COMPOSITION c WHERE c/name/value = 'Problems' OR c/composer/name = 'Dr. Ada' AND c/name/value = 'Visit 1'",
  EXISTS: 'SELECT c/name/value FROM COMPOSITION c WHERE EXISTS c/context/end_time',
  'NOT EXISTS': 'SELECT c/name/value FROM COMPOSITION c WHERE NOT EXISTS c/context/participations',
  'EXISTS drops the rows without a value': `SELECT o/${EVENTS}/name/value, o/${DIA} FROM OBSERVATION o[${BP}] WHERE EXISTS o/${DIA}`,
  'EXISTS of something beside the column': `SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE NOT EXISTS o/${DIA}`,
  'EXISTS of what no column has makes no rows': `SELECT COUNT(*) FROM OBSERVATION o[${BP}] WHERE EXISTS o/${SYS}`,
  'EXISTS in a nested archetype': `SELECT o/name/value FROM OBSERVATION o WHERE EXISTS o/${DEVICE}`,
  'EXISTS of a variable of OR': `SELECT c/name/value FROM COMPOSITION c CONTAINS (OBSERVATION o[${BP}] OR EVALUATION v) WHERE NOT EXISTS o/name`,
  functions:
    "SELECT LENGTH(c/name/value), SUBSTRING(c/name/value, 1, 3), CONCAT(c/name/value, '!'), POSITION('i', c/name/value) FROM COMPOSITION c WHERE CONTAINS(c/name/value, 'i') = true",
  'functions of numbers': `SELECT ABS(o/${SYS}), CEIL(o/${SYS}), FLOOR(o/${SYS}), ROUND(o/${SYS}) FROM OBSERVATION o[${BP}]`,
  'functions of constants': "SELECT CONCAT('a', 'b'), NOW(), LENGTH('abc'), c/name/value FROM COMPOSITION c",
  // Work on the rows
  'ORDER BY, missing values last': `SELECT o/${DIA} FROM OBSERVATION o[${BP}] ORDER BY o/${DIA}`,
  'ORDER BY descending, missing values first': `SELECT o/${DIA} FROM OBSERVATION o[${BP}] ORDER BY o/${DIA} DESC`,
  'ORDER BY what is not selected':
    'SELECT c/name/value FROM COMPOSITION c ORDER BY c/context/start_time DESC, c/name/value',
  'ORDER BY event time, the newest first, in one EHR': `SELECT c/name/value, o/${EVENTS}/time/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${BP}] WHERE e/ehr_id/value = 'one' ORDER BY o/${EVENTS}/time/value DESC LIMIT 10`,
  'ORDER BY the start of versions, in one EHR':
    "SELECT v/uid/value, c/name/value FROM EHR e[ehr_id/value = 'one'] CONTAINS VERSION v CONTAINS COMPOSITION c WHERE c/name/value != 'x' ORDER BY c/context/start_time/value DESC LIMIT 10",
  'ORDER BY the start of compositions, LIMIT, in one EHR': `SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${BP}] WHERE e/ehr_id/value = 'one' ORDER BY c/context/start_time/value DESC LIMIT 10`,
  'ORDER BY an alias': 'SELECT c/name/value AS name FROM COMPOSITION c ORDER BY name DESC',
  DISTINCT: 'SELECT DISTINCT c/composer/name FROM COMPOSITION c',
  'DISTINCT over what some documents lack':
    "SELECT DISTINCT c/composer/name, c/content[name/value='Diagnosis']/archetype_node_id FROM COMPOSITION c",
  'DISTINCT with ORDER BY': 'SELECT DISTINCT c/composer/name FROM COMPOSITION c ORDER BY c/name/value DESC',
  'LIMIT and OFFSET': 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/name/value LIMIT 1 OFFSET 1',
  TOP: 'SELECT TOP 2 c/name/value FROM COMPOSITION c',
  aggregates: `SELECT COUNT(*), COUNT(o/${DIA}), COUNT(DISTINCT o/${SYS}), MIN(o/${SYS}), MAX(o/${SYS}), SUM(o/${SYS}), AVG(o/${DIA}) FROM OBSERVATION o[${BP}]`,
  'MIN and MAX of what nobody has':
    'SELECT MIN(c/context/location), MAX(c/context/location) FROM COMPOSITION c',
  'aggregates of one value that repeats': `SELECT AVG(o/${SYS}), COUNT(o/${SYS}), MAX(o/${SYS}) FROM OBSERVATION o[${BP}]`,
  'aggregates of no rows': 'SELECT COUNT(*), MAX(i/name/value) FROM INSTRUCTION i',
  'the last date is shown as it is written':
    'SELECT MAX(c/context/start_time/value), MIN(c/name/value) FROM COMPOSITION c',
  'aggregates beside columns':
    'SELECT c/composer/name, COUNT(*) AS n FROM COMPOSITION c ORDER BY n DESC, c/composer/name',
  'groups in the order of their first rows': 'SELECT c/composer/name, COUNT(*) FROM COMPOSITION c',
  'groups by EHR over two documents':
    'SELECT e/ehr_id/value, COUNT(*), MAX(a/context/start_time/value) FROM EHR e CONTAINS (COMPOSITION a[openEHR-EHR-COMPOSITION.encounter.v1] AND COMPOSITION b)',
  'groups over two documents':
    'SELECT b/composer/name, COUNT(*) AS n FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b) ORDER BY n',
  'groups of EHRs': 'SELECT e/system_id/value, COUNT(*) FROM EHR e',
  'count of objects': `SELECT COUNT(o), COUNT(o/${EVENTS}), COUNT(c/context) FROM COMPOSITION c CONTAINS OBSERVATION o`,
  // Objects, cut out of their documents
  'an entry as a whole': `SELECT o FROM OBSERVATION o[openEHR-EHR-OBSERVATION.body_temperature.v2]`,
  'a value as a whole': `SELECT o/${SYS.replace('/magnitude', '')}, o/${EVENTS}/time FROM OBSERVATION o[${BP}]`,
  'a node of its own data': 'SELECT c/context, c/archetype_details FROM COMPOSITION c',
}

/** Queries that are left to the evaluator, with the reason that `explain` gives. */
export const LEFT: Readonly<Record<string, readonly [aql: string, reason: RegExp]>> = {
  'classes that have no node id': [
    'SELECT q/magnitude FROM DV_QUANTITY q',
    /DV_QUANTITY without a node id is found by nothing of its own/,
  ],
  'from a node into another archetype': [
    'SELECT t/items[openEHR-EHR-CLUSTER.device.v1]/name/value FROM ITEM_TREE t',
    /from a node inside an archetype into another archetype/,
  ],
  'what a folder refers to, or has in itself': [
    'SELECT l/name/value FROM FOLDER f CONTAINS ELEMENT l',
    /a folder contains/,
  ],
  'AND over all EHRs': ['SELECT a/name/value FROM COMPOSITION a AND COMPOSITION b', /over all EHRs/],
  'regular expressions': [
    'SELECT c/name/value FROM COMPOSITION c[name/value matches {/V.*/}]',
    /a regular expression/,
  ],
  'terminology services, row by row': [
    "SELECT c/name/value FROM COMPOSITION c WHERE TERMINOLOGY('validate', 'hl7.org/fhir/4.0', c/name/value) = true",
    /a terminology service/,
  ],
  'coded texts in a value set': [
    'SELECT c/name/value FROM COMPOSITION c WHERE c/category matches {terminology://openehr/expand?group=setting}',
    /a terminology is asked about objects/,
  ],
  'remainders of doubles': [
    `SELECT MOD(o/${SYS}, 7) FROM OBSERVATION o[${BP}]`,
    /MOD over what is in the rows/,
  ],
  'objects that are equal': [
    'SELECT c/name/value FROM COMPOSITION c WHERE c/category = c/context/setting',
    /the reference model decides/,
  ],
  'distinct objects': ['SELECT DISTINCT c/category FROM COMPOSITION c', /DISTINCT objects/],
  'groups by objects': ['SELECT c/category, COUNT(*) FROM COMPOSITION c', /groups by objects/],
  'TOP from the end': ['SELECT TOP 1 BACKWARD c/name/value FROM COMPOSITION c', /TOP from the end/],
  'members of different node ids': [
    'SELECT d/items/name/value FROM CLUSTER d[openEHR-EHR-CLUSTER.device.v1]',
    /stand in no known order/,
  ],
  'EHRs and versions as a whole': ['SELECT e FROM EHR e', /as a whole|of an EHR/],
}
