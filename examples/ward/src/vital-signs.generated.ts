/** Records of the template "Vital signs" in FLAT. Made by "cairn generate types". */
export type VitalSigns = {
  /** Context: language, territory, composer_name, time and more. */
  [key: `ctx/${string}`]: string | undefined
  /** category: DV_CODED_TEXT (433 event) */
  'vital_signs/category|code'?: '433'
  /** category: DV_CODED_TEXT */
  'vital_signs/category|value'?: string
  /** category: DV_CODED_TEXT */
  'vital_signs/category|terminology'?: string
  /** start_time: DV_DATE_TIME */
  'vital_signs/context/start_time'?: string
  /** setting: DV_CODED_TEXT */
  'vital_signs/context/setting|code'?: string
  /** setting: DV_CODED_TEXT */
  'vital_signs/context/setting|value'?: string
  /** setting: DV_CODED_TEXT */
  'vital_signs/context/setting|terminology'?: string
  /** Systolic: DV_QUANTITY */
  [key: `vital_signs/blood_pressure/any_event:${number}/systolic|magnitude`]: number | undefined
  /** Systolic: DV_QUANTITY (mm[Hg] mm[Hg]) */
  [key: `vital_signs/blood_pressure/any_event:${number}/systolic|unit`]: 'mm[Hg]' | undefined
  /** Systolic: DV_QUANTITY */
  [key: `vital_signs/blood_pressure/any_event:${number}/systolic|precision`]: number | undefined
  /** Systolic: DV_QUANTITY */
  [key: `vital_signs/blood_pressure/any_event:${number}/systolic|normal_status`]: string | undefined
  /** Diastolic: DV_QUANTITY */
  [key: `vital_signs/blood_pressure/any_event:${number}/diastolic|magnitude`]: number | undefined
  /** Diastolic: DV_QUANTITY (mm[Hg] mm[Hg]) */
  [key: `vital_signs/blood_pressure/any_event:${number}/diastolic|unit`]: 'mm[Hg]' | undefined
  /** Diastolic: DV_QUANTITY */
  [key: `vital_signs/blood_pressure/any_event:${number}/diastolic|precision`]: number | undefined
  /** Diastolic: DV_QUANTITY */
  [key: `vital_signs/blood_pressure/any_event:${number}/diastolic|normal_status`]: string | undefined
  /** Position: DV_CODED_TEXT (at1000 Standing, at1001 Sitting, at1003 Lying) */
  [key: `vital_signs/blood_pressure/any_event:${number}/position|code`]: 'at1000' | 'at1001' | 'at1003' | undefined
  /** Position: DV_CODED_TEXT */
  [key: `vital_signs/blood_pressure/any_event:${number}/position|value`]: string | undefined
  /** Position: DV_CODED_TEXT */
  [key: `vital_signs/blood_pressure/any_event:${number}/position|terminology`]: string | undefined
  /** time: DV_DATE_TIME */
  [key: `vital_signs/blood_pressure/any_event:${number}/time`]: string | undefined
  /** language: CODE_PHRASE */
  'vital_signs/blood_pressure/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/blood_pressure/language|terminology'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/blood_pressure/encoding|code'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/blood_pressure/encoding|terminology'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/blood_pressure/subject|name'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/blood_pressure/subject|id'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/blood_pressure/subject|id_scheme'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/blood_pressure/subject|id_namespace'?: string
  /** Rate: DV_QUANTITY */
  [key: `vital_signs/pulse/any_event:${number}/rate|magnitude`]: number | undefined
  /** Rate: DV_QUANTITY (/min /min) */
  [key: `vital_signs/pulse/any_event:${number}/rate|unit`]: '/min' | undefined
  /** Rate: DV_QUANTITY */
  [key: `vital_signs/pulse/any_event:${number}/rate|precision`]: number | undefined
  /** Rate: DV_QUANTITY */
  [key: `vital_signs/pulse/any_event:${number}/rate|normal_status`]: string | undefined
  /** Rhythm: DV_CODED_TEXT (at0006 Regular, at0007 Irregular) */
  [key: `vital_signs/pulse/any_event:${number}/rhythm|code`]: 'at0006' | 'at0007' | undefined
  /** Rhythm: DV_CODED_TEXT */
  [key: `vital_signs/pulse/any_event:${number}/rhythm|value`]: string | undefined
  /** Rhythm: DV_CODED_TEXT */
  [key: `vital_signs/pulse/any_event:${number}/rhythm|terminology`]: string | undefined
  /** time: DV_DATE_TIME */
  [key: `vital_signs/pulse/any_event:${number}/time`]: string | undefined
  /** language: CODE_PHRASE */
  'vital_signs/pulse/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/pulse/language|terminology'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/pulse/encoding|code'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/pulse/encoding|terminology'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/pulse/subject|name'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/pulse/subject|id'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/pulse/subject|id_scheme'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/pulse/subject|id_namespace'?: string
  /** Rate: DV_QUANTITY */
  [key: `vital_signs/respiration/any_event:${number}/rate|magnitude`]: number | undefined
  /** Rate: DV_QUANTITY (/min /min) */
  [key: `vital_signs/respiration/any_event:${number}/rate|unit`]: '/min' | undefined
  /** Rate: DV_QUANTITY */
  [key: `vital_signs/respiration/any_event:${number}/rate|precision`]: number | undefined
  /** Rate: DV_QUANTITY */
  [key: `vital_signs/respiration/any_event:${number}/rate|normal_status`]: string | undefined
  /** time: DV_DATE_TIME */
  [key: `vital_signs/respiration/any_event:${number}/time`]: string | undefined
  /** language: CODE_PHRASE */
  'vital_signs/respiration/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/respiration/language|terminology'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/respiration/encoding|code'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/respiration/encoding|terminology'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/respiration/subject|name'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/respiration/subject|id'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/respiration/subject|id_scheme'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/respiration/subject|id_namespace'?: string
  /** SpO2: DV_PROPORTION */
  [key: `vital_signs/oxygen_saturation/any_event:${number}/spo2|numerator`]: number | undefined
  /** SpO2: DV_PROPORTION */
  [key: `vital_signs/oxygen_saturation/any_event:${number}/spo2|denominator`]: number | undefined
  /** SpO2: DV_PROPORTION */
  [key: `vital_signs/oxygen_saturation/any_event:${number}/spo2|type`]: number | undefined
  /** SpO2: DV_PROPORTION */
  [key: `vital_signs/oxygen_saturation/any_event:${number}/spo2|precision`]: number | undefined
  /** time: DV_DATE_TIME */
  [key: `vital_signs/oxygen_saturation/any_event:${number}/time`]: string | undefined
  /** language: CODE_PHRASE */
  'vital_signs/oxygen_saturation/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/oxygen_saturation/language|terminology'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/oxygen_saturation/encoding|code'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/oxygen_saturation/encoding|terminology'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/oxygen_saturation/subject|name'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/oxygen_saturation/subject|id'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/oxygen_saturation/subject|id_scheme'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/oxygen_saturation/subject|id_namespace'?: string
  /** Temperature: DV_QUANTITY */
  [key: `vital_signs/body_temperature/any_event:${number}/temperature|magnitude`]: number | undefined
  /** Temperature: DV_QUANTITY (Cel Cel) */
  [key: `vital_signs/body_temperature/any_event:${number}/temperature|unit`]: 'Cel' | undefined
  /** Temperature: DV_QUANTITY */
  [key: `vital_signs/body_temperature/any_event:${number}/temperature|precision`]: number | undefined
  /** Temperature: DV_QUANTITY */
  [key: `vital_signs/body_temperature/any_event:${number}/temperature|normal_status`]: string | undefined
  /** time: DV_DATE_TIME */
  [key: `vital_signs/body_temperature/any_event:${number}/time`]: string | undefined
  /** language: CODE_PHRASE */
  'vital_signs/body_temperature/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/body_temperature/language|terminology'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/body_temperature/encoding|code'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/body_temperature/encoding|terminology'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_temperature/subject|name'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_temperature/subject|id'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_temperature/subject|id_scheme'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_temperature/subject|id_namespace'?: string
  /** Weight: DV_QUANTITY */
  [key: `vital_signs/body_weight/any_event:${number}/weight|magnitude`]: number | undefined
  /** Weight: DV_QUANTITY (kg kg) */
  [key: `vital_signs/body_weight/any_event:${number}/weight|unit`]: 'kg' | undefined
  /** Weight: DV_QUANTITY */
  [key: `vital_signs/body_weight/any_event:${number}/weight|precision`]: number | undefined
  /** Weight: DV_QUANTITY */
  [key: `vital_signs/body_weight/any_event:${number}/weight|normal_status`]: string | undefined
  /** time: DV_DATE_TIME */
  [key: `vital_signs/body_weight/any_event:${number}/time`]: string | undefined
  /** language: CODE_PHRASE */
  'vital_signs/body_weight/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/body_weight/language|terminology'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/body_weight/encoding|code'?: string
  /** encoding: CODE_PHRASE */
  'vital_signs/body_weight/encoding|terminology'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_weight/subject|name'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_weight/subject|id'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_weight/subject|id_scheme'?: string
  /** subject: PARTY_PROXY */
  'vital_signs/body_weight/subject|id_namespace'?: string
  /** language: CODE_PHRASE */
  'vital_signs/language|code'?: string
  /** language: CODE_PHRASE */
  'vital_signs/language|terminology'?: string
  /** territory: CODE_PHRASE */
  'vital_signs/territory|code'?: string
  /** territory: CODE_PHRASE */
  'vital_signs/territory|terminology'?: string
  /** composer: PARTY_PROXY */
  'vital_signs/composer|name'?: string
  /** composer: PARTY_PROXY */
  'vital_signs/composer|id'?: string
  /** composer: PARTY_PROXY */
  'vital_signs/composer|id_scheme'?: string
  /** composer: PARTY_PROXY */
  'vital_signs/composer|id_namespace'?: string
}

/** Cells of AQL over the template "Vital signs", for createClient<VitalSignsCells>. Made by "cairn generate types". */
export type VitalSignsCells = {
  'openEHR-EHR-COMPOSITION.encounter.v1': {
    'category/value': string
    'category/defining_code/code_string': string
    'context/start_time/value': string
    'context/setting/value': string
    'context/setting/defining_code/code_string': string
  }
  'openEHR-EHR-OBSERVATION.blood_pressure.v2': {
    'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude': number
    'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/units': string
    'data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude': number
    'data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/units': string
    'data[at0001]/events[at0006]/state[at0007]/items[at0008]/value/value': string
    'data[at0001]/events[at0006]/state[at0007]/items[at0008]/value/defining_code/code_string': string
    'data[at0001]/events[at0006]/time/value': string
  }
  'openEHR-EHR-OBSERVATION.pulse.v2': {
    'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude': number
    'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/units': string
    'data[at0002]/events[at0003]/data[at0001]/items[at0005]/value/value': string
    'data[at0002]/events[at0003]/data[at0001]/items[at0005]/value/defining_code/code_string': string
    'data[at0002]/events[at0003]/time/value': string
  }
  'openEHR-EHR-OBSERVATION.respiration.v2': {
    'data[at0001]/events[at0002]/data[at0003]/items[at0004]/value/magnitude': number
    'data[at0001]/events[at0002]/data[at0003]/items[at0004]/value/units': string
    'data[at0001]/events[at0002]/time/value': string
  }
  'openEHR-EHR-OBSERVATION.pulse_oximetry.v1': {
    'data[at0001]/events[at0002]/data[at0003]/items[at0006]/value/numerator': number
    'data[at0001]/events[at0002]/data[at0003]/items[at0006]/value/denominator': number
    'data[at0001]/events[at0002]/time/value': string
  }
  'openEHR-EHR-OBSERVATION.body_temperature.v2': {
    'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude': number
    'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/units': string
    'data[at0002]/events[at0003]/time/value': string
  }
  'openEHR-EHR-OBSERVATION.body_weight.v2': {
    'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude': number
    'data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/units': string
    'data[at0002]/events[at0003]/time/value': string
  }
}
