import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { PARTY_OPTS } from '../../../openehr/fixtures/party-templates.ts'
import { flatModel } from './flat-model.ts'
import { flatTypescript } from './flat-typescript.ts'

const typesOf = (type: string): string => {
  const template = compileTemplate(PARTY_OPTS[type] ?? '')
  return flatTypescript('Party', template.templateId, flatModel(template))
}

it('types of a person have its values and the ends of its relationships, and no keys of a participant', () => {
  const types = typesOf('PERSON')
  assert.match(types, /'person\/birth_date'\?: string/)
  assert.match(types, /'person\/sex\|code'\?: 'at0004' \| 'at0005'/)
  assert.match(types, /`person\/person_name:\$\{number\}\/family_name`\]: string/)
  assert.match(types, /`person\/relative:\$\{number\}\/target\|id`\]: string/)
  assert.doesNotMatch(types, /(person_name|relative):\$\{number\}\|/)
})

it('types of a role demand its performer', () => {
  assert.match(typesOf('ROLE'), /'practitioner\/performer\|id': string/)
})
