/** The console offers the types of events that the feed has. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EVENT_TYPES as OFFERED } from '../../packages/console/src/display/event-types.ts'
import { EVENT_GROUPS, EVENT_TYPES } from '../../packages/server/src/events/event-types.ts'

it('types of events to choose from are those of the feed, and their groups', () => {
  assert.deepEqual([...OFFERED].sort(), [...EVENT_GROUPS, ...EVENT_TYPES].sort())
})
