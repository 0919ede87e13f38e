/** Suggests a definition for a template; no datamap can have the name of this path. */

import { RIGHTS } from '../../access/index.ts'
import { noTemplate, type TemplateShelf } from '../../definitions/index.ts'
import { type Endpoint, endpoint, json } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { DEFINITION, DEFINITION_XML } from '../documented.ts'
import { invalidDatamap, rootFault } from './compile.ts'
import { suggestDefinition } from './suggest.ts'
import { printDefinitionXml } from './xml.ts'

export const suggestEndpoint: Endpoint<{ readonly shelf: TemplateShelf }> = endpoint({
  route: 'GET /definition/datamap-suggestion',
  scope: 'api.read',
  right: RIGHTS.readTemplate,
  produces: ['application/xml', 'text/xml', 'application/json'],
  doc: {
    operationId: 'datamap_definition_suggest',
    tag: 'Datamap definitions',
    summary: 'Suggest the definition of a datamap for a template',
    description: 'Every value that the template names, repeating nodes as groups: to be cut and renamed.',
    parameters: [
      {
        name: 'template_id',
        in: 'query',
        required: true,
        description: 'Id of the template.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'A definition without faults.',
        schema: DEFINITION,
        examples: { 'application/xml': DEFINITION_XML },
      },
      404: { description: 'There is no such template.' },
    },
  },
  read: ({ query }) => {
    const templateId = query.get('template_id')
    if (!templateId) throw new Refusal('request.malformed', 'template_id is missing: the id of a template.')
    return templateId
  },
  act: async ({ shelf }, _caller, templateId) => {
    const ready = await shelf.latest(templateId)
    if (!ready) throw await noTemplate(shelf, templateId)
    const fault = rootFault(ready.template)
    if (fault) throw invalidDatamap([fault])
    return suggestDefinition(ready.template)
  },
  reply: (definition, _input, { accepted }) =>
    accepted === 'application/json'
      ? json(200, definition)
      : {
          status: 200,
          headers: { 'Content-Type': `${accepted}; charset=utf-8` },
          body: printDefinitionXml(definition),
        },
})
