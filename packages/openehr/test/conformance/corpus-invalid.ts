/** Canonical compositions of the corpus that do not keep their template or the reference model, each with the rules broken. */

/** Reason → file → rules. `unreadable` where not even the reader takes it. */
export const INVALID: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no content where the template demands at least one entry': {
    'sdk-test-data/composition/canonical_json/participation_no_content.json': 'cardinality.lower',
  },
  'wrong on purpose, as the name says': {
    'integration-tests/compositions/CANONICAL_JSON/nodes_in_template_invalid__.json': 'node.undeclared',
    'integration-tests/compositions/CANONICAL_XML/nested.en.v1__invalid_wrong_structure.xml': 'unreadable',
    'integration-tests/compositions/CANONICAL_XML/persistent_minimal.en.v1__invalid_wrong_structure.xml':
      'unreadable',
    'integration-tests/invalid_templates/minimal_persistent/persistent_minimal.composition.extdatetime.invalid.xml':
      'rm.mandatory',
    'integration-tests/invalid_templates/nested/nested.composition.extdatetimes.invalid.xml': 'rm.mandatory',
    'integration-tests/valid_templates/minimal_persistent/persistent_minimal.composition.extdatetime.invalid.xml':
      'rm.mandatory',
    'integration-tests/valid_templates/nested/nested.composition.extdatetimes.invalid.xml': 'rm.mandatory',
    'sdk-test-data/composition/canonical_json/ips_invalid.json':
      'C_BOOLEAN.false_valid C_DV_QUANTITY.magnitude C_INTEGER.list C_INTEGER.range C_REAL.range C_STRING.list',
    'sdk-test-data/composition/canonical_xml/test_all_types_participations_invalid.xml': 'unreadable',
  },
  'an identifier that the test around it was to replace, or that lacks system and version': {
    'integration-tests/aql/data_load/compositions/aql-conformance-ehrbase.org.v0_contains_with_compo_uid.json':
      'OBJECT_VERSION_ID.Value_valid',
    'integration-tests/aql/data_load/compositions/aql-conformance-ehrbase.org.v0_contains_with_compo_uid_1.json':
      'OBJECT_VERSION_ID.Value_valid',
    'integration-tests/aql/data_load/compositions/aql-conformance-ehrbase.org.v0_contains_with_compo_uid_2.json':
      'OBJECT_VERSION_ID.Value_valid',
    'integration-tests/aql/data_load/compositions/type_repetition_conformance_ehrbase.org_one_reptation_with_compo_uid.json':
      'OBJECT_VERSION_ID.Value_valid',
    'integration-tests/compositions/CANONICAL_JSON/composition_feeder_audit_in_element.json':
      'OBJECT_VERSION_ID.Value_valid',
    'integration-tests/compositions/CANONICAL_JSON/family_history__with_uid.json':
      'OBJECT_VERSION_ID.Value_valid',
    'integration-tests/compositions/CANONICAL_XML/family_history__with_uid.xml':
      'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/alternative_types.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/minimal_admin.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/minimal_evaluation_item_tree_name.json':
      'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/minimal_observation.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/minimal_persistent.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/nested.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/obs_admin.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/obs_admin_null_flavour.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/obs_eva.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/obs_inst.json': 'OBJECT_VERSION_ID.Value_valid',
    'sdk-test-data/composition/canonical_json/time_series.json': 'OBJECT_VERSION_ID.Value_valid',
  },
  'refused by the XML reader: a DV_COUNT of 456.789, a class CODE_PRASE': {
    'integration-tests/valid_templates/alternative_types/alternative_types.composition.extdatetimes.xml':
      'unreadable',
    'integration-tests/valid_templates/alternative_types/alternative_types.composition.xml': 'unreadable',
    'integration-tests/valid_templates/alternative_types/alternative_types.version.xml': 'unreadable',
    'sdk-validation/composition/IDCR-LabReportRAW1_with_normal_status.xml': 'unreadable',
  },
  'numbers written as text, which canonical JSON does not have': {
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_ordinal_open_constraint.v0__.json':
      'rm.attribute rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_ordinal_with_constraints.v0__.json': 'rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_proportion_open_constraint.v0__.json': 'rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_proportion_open_constraint_precision_1.v0__.json':
      'rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_open_constraint.v0__.json': 'rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_property_constrained.v0__.json':
      'rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_property_units_constrained.v0__.json':
      'rm.type',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_quantity_property_units_constrained_with_magnitude_range.v0__.json':
      'rm.type',
  },
  'the value that its test expects to be refused': {
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_boolean_true_false.v0__.json':
      'C_BOOLEAN.false_valid',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_count_range_constraint.v0__.json':
      'C_INTEGER.range',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_interval_dv_count_lower_upper_constraint.v0__.json':
      'C_INTEGER.range',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_interval_dv_count_open_constraint.v0__.json':
      'DV_INTERVAL.Limits_consistent',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_interval_dv_quantity_lower_upper_constraint.v0__.json':
      'C_DV_QUANTITY.magnitude',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_interval_dv_quantity_open_constraint.v0__.json':
      'DV_INTERVAL.Limits_consistent',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_multimedia_open_constraint.v0__.json':
      'C_CODE_PHRASE.code_list',
    'integration-tests/compositions/CANONICAL_JSON/Test_dv_parsable_open_constraint.v0__.json':
      'C_STRING.list',
  },
  'a duration with fields that the pattern of the template does not have': {
    'integration-tests/aql/data_load/compositions/external/minimal_instruction_2.json':
      'C_DURATION.days_allowed C_DURATION.months_allowed C_DURATION.years_allowed',
    'integration-tests/aql/data_load/compositions/external/minimal_instruction_3.json':
      'C_DURATION.years_allowed',
    'integration-tests/aql/data_load/compositions/external/minimal_instruction_4.json':
      'C_DURATION.years_allowed',
    'integration-tests/compositions/CANONICAL_JSON/minimal_instruction_1.composition.json':
      'C_DURATION.years_allowed',
    'integration-tests/valid_templates/minimal_entry_combination/obs_inst.composition.xml':
      'C_DURATION.minutes_allowed',
    'integration-tests/valid_templates/minimal_entry_combination/obs_inst.version.xml':
      'C_DURATION.minutes_allowed',
    'integration-tests/xml_compositions/minimal_instruction.en.v1.instance_xml_input_1.xml':
      'C_DURATION.days_allowed C_DURATION.hours_allowed',
  },
  'a day where the template disallows one, and more of the kind': {
    'integration-tests/aql/data_load/compositions/external/all_types_systematic_tests.json':
      'C_DATE.day_validity C_OBJECT.rm_type_name',
    'integration-tests/aql/data_load/compositions/external/all_types_systematic_tests_feeder_audit.json':
      'C_DATE.day_validity C_OBJECT.rm_type_name rm.attribute',
    'integration-tests/query/data_load/compositions/all_types.composition.json': 'C_DATE.day_validity',
    'sdk-test-data/composition/canonical_json/all_types_no_multimedia.json': 'C_DATE.day_validity',
    'sdk-test-data/composition/canonical_json/all_types_systematic_tests.json':
      'C_DATE.day_validity ELEMENT.Inv_null_flavour_indicated',
    'sdk-test-data/composition/canonical_json/all_types_systematic_tests_feeder_audit.json':
      'C_DATE.day_validity ELEMENT.Inv_null_flavour_indicated rm.attribute',
    'sdk-test-data/composition/canonical_xml/test_all_types.v1.xml':
      'C_DATE.day_validity C_DV_ORDINAL.list ELEMENT.Inv_null_flavour_indicated node.undeclared',
  },
  'a fraction whose precision is not 0 (DV_PROPORTION.Fraction_validity)': {
    'integration-tests/data_load/compositions/minimal_action2_1.composition.json':
      'DV_PROPORTION.Fraction_validity',
    'integration-tests/data_load/compositions/minimal_action2_2.composition.json':
      'DV_PROPORTION.Fraction_validity',
    'integration-tests/data_load/compositions/minimal_action2_3.composition.json':
      'DV_PROPORTION.Fraction_validity',
    'integration-tests/query/data_load/compositions/minimal_action2_1.composition.json':
      'DV_PROPORTION.Fraction_validity',
    'integration-tests/query/data_load/compositions/minimal_action2_2.composition.json':
      'DV_PROPORTION.Fraction_validity',
    'integration-tests/query/data_load/compositions/minimal_action2_3.composition.json':
      'DV_PROPORTION.Fraction_validity',
    'sdk-test-data/composition/canonical_json/minimal_action2_1.json':
      'DV_PROPORTION.Fraction_validity LOCATABLE.Archetyped_valid',
  },
  'nodes that the template does not have': {
    'integration-tests/aql/data_load/compositions/external/minimal_evaluation.json': 'node.undeclared',
    'sdk-test-data/composition/canonical_json/compo_with_nested_party_identified.json': 'node.undeclared',
    'sdk-test-data/composition/canonical_json/compo_with_nested_party_related.json':
      'PARTY_RELATED.Relationship_valid node.undeclared',
    'sdk-test-data/composition/canonical_json/compo_with_nested_party_self.json': 'node.undeclared',
    'sdk-test-data/composition/canonical_json/compo_with_nested_provider.json': 'node.undeclared',
    'sdk-test-data/composition/canonical_json/datetime_tests.json':
      'DV_INTERVAL.Limits_consistent node.undeclared',
    'sdk-test-data/composition/canonical_json/duration_tests.json':
      'OBJECT_VERSION_ID.Value_valid node.undeclared',
  },
  'names other than those that the template allows, and what follows from it': {
    'integration-tests/compositions/CANONICAL_JSON/clinical_content_validation__full.json':
      'C_STRING.list node.undeclared',
    'sdk-test-data/composition/canonical_json/compo_feeder_audit_details.json':
      'C_STRING.list occurrences.lower',
    'sdk-test-data/composition/canonical_json/simple_composition_dvinterval.json':
      'C_OBJECT.rm_type_name C_STRING.list DV_INTERVAL.Upper_unbounded_valid HIER_OBJECT_ID.Value_valid PARTY_REF.Type_validity',
    'sdk-test-data/composition/canonical_json/virology_finding_with_specimen.json':
      'C_OBJECT.name C_OBJECT.node_id C_STRING.list occurrences.lower',
  },
  'archetype_details of another archetype than archetype_node_id names': {
    'sdk-test-data/composition/canonical_json/informe_amb_1_arquetip_OBS.json': 'LOCATABLE.Archetyped_valid',
    'sdk-validation/composition/name-test.json': 'LOCATABLE.Archetyped_valid',
  },
  'a PARTY_REF of type ANY': {
    'integration-tests/valid_templates/minimal/test.xml': 'PARTY_REF.Type_validity',
  },
  'made for another version of the template, or dumped from another program': {
    'integration-tests/compositions/CANONICAL_JSON/cardinality_of_section__full.json': 'cardinality.upper',
    'integration-tests/compositions/CANONICAL_JSON/family_history.v.1.2.3__.json': 'rm.attribute',
    'integration-tests/compositions/CANONICAL_JSON/hc3_spirometry_test_result_v0.6__.json':
      'C_CODE_PHRASE.code_list C_INTEGER.list C_OBJECT.name',
    'integration-tests/valid_templates/cache/case_composition.xml': 'C_OBJECT.node_id node.undeclared',
    'integration-tests/valid_templates/cache/case_composition_updated.xml':
      'C_OBJECT.node_id node.undeclared',
    'integration-tests/valid_templates/minimal/minimal_observation.composition.participations.extdatetimes.ehrbase.json':
      'C_OBJECT.node_id DV_ORDERED.Other_reference_ranges_validity DV_TEXT.Mappings_valid LOCATABLE.Links_valid node.undeclared rm.attribute rm.mandatory rm.type',
    'integration-tests/valid_templates/minimal/minimal_observation.composition.participations.extdatetimes_FIXED_EXAMPLE.xml':
      'C_OBJECT.node_id LOCATABLE.Archetyped_valid',
    'sdk-test-data/composition/canonical_json/cardinality_of_section__full.json':
      'cardinality.upper occurrences.lower occurrences.upper',
    'sdk-test-data/composition/canonical_json/rawdb_composition.json':
      'rm.attribute rm.mandatory rm.multiplicity',
  },
  'values made up by a generator, against the template': {
    'integration-tests/valid_templates/minimal/minimal_action_2.instance.composition.xml':
      'C_INTEGER.list DV_PROPORTION.Is_integral_validity rm.mandatory',
    'integration-tests/valid_templates/minimal/minimal_action_2.instance.version.xml':
      'C_INTEGER.list DV_PROPORTION.Is_integral_validity rm.mandatory',
    'integration-tests/valid_templates/minimal/minimal_admin.version.xml': 'C_DV_ORDINAL.list',
    'integration-tests/valid_templates/minimal_entry_combination/obs_admin.version.xml': 'C_DV_ORDINAL.list',
    'integration-tests/valid_templates/minimal_persistent/persistent_minimal_all_entries.composition.xml':
      'C_DURATION.minutes_allowed C_DV_ORDINAL.list',
    'integration-tests/valid_templates/minimal_persistent/persistent_minimal_all_entries.version.xml':
      'C_DURATION.minutes_allowed C_DV_ORDINAL.list',
    'integration-tests/valid_templates/versioned/Test versioned v1 instance.xml': 'C_DV_QUANTITY.precision',
    'integration-tests/valid_templates/versioned/Test versioned v2 instance.xml': 'C_DV_QUANTITY.precision',
    'performance-test/compositions/repeatable/10_medication_order_1.json': 'C_DV_QUANTITY.property',
  },
}

/** Called invalid, and yet accepted. */
export const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  'only a terminology server can say that the code is not in the value set': [
    'integration-tests/compositions/CANONICAL_JSON/terminology_test.ehrbase.org.v1__invalid.json',
    'integration-tests/compositions/CANONICAL_JSON/terminology_test.ehrbase.org.v1_non_existing_code.json',
    'integration-tests/compositions/CANONICAL_JSON/terminology_test.ehrbase.org.v1_update_invalid_codes.json',
    'integration-tests/compositions/CANONICAL_JSON/terminology_test2.ehrbase.org.v1__invalid_code_system.json',
  ],
  'video/mp3 is not registered, but IANA registers media types daily: what has their form passes': [
    'sdk-validation/composition/RIPPLE-ConformanceTest_invalid_other_context_mm_type.xml',
  ],
}
