/** Templates: an OPT compiled into plain data; web templates, examples, FLAT paths and JSON Schema made from it. */
export { EXAMPLE_OBJECT_ID } from './example/defaults.ts'
export { type ExampleOptions, exampleOf, randomInstance, territoryOf } from './example/index.ts'
export type {
  ArchetypeScope,
  Attribute,
  Cardinality,
  CodePhrase,
  CodePhraseConstraint,
  ComplexObject,
  ConstraintReference,
  Interval,
  ObjectConstraint,
  OrdinalConstraint,
  OrdinalItem,
  Primitive,
  PrimitiveObject,
  QuantityConstraint,
  QuantityItem,
  Slot,
  StateConstraint,
  Template,
  TemplateDescription,
  Term,
} from './model.ts'
export {
  childrenAt,
  constrainedNames,
  nodeIdOf,
  primitiveAt,
  termFor,
  termName,
  termOf,
  withoutNumber,
} from './names.ts'
export { groupOf } from './openehr-codes.ts'
export { compileTemplate } from './opt/compile.ts'
export { type PresetOptions, presetOf } from './preset/preset.ts'
export { type TemplateWords, wordsIn, wordsOf } from './preset/words.ts'
export { jsonSchema } from './schema/index.ts'
export { terminologyIn, terminologyOf } from './terminology.ts'
export { webTemplate } from './web/build.ts'
export { codeTerminology } from './web/coded-inputs.ts'
export { type FlatPath, flatPaths } from './web/flat-paths.ts'
export { webTemplateJson } from './web/json.ts'
export type {
  CodedValue,
  InputType,
  Localized,
  RmStep,
  StepName,
  WebTemplate,
  WebTemplateCardinality,
  WebTemplateInput,
  WebTemplateInputValue,
  WebTemplateNode,
  WebTemplateRange,
  WebTemplateValidation,
} from './web/model.ts'
export { ANY_VALUE } from './web/rm-attributes.ts'
