import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Problem } from '@cairn-ehr/openehr'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { bloodPressure, bloodPressureOpt } from '../../../../test/records.ts'
import { withTemplateInThread } from './index.ts'
import { openThreadPool } from './thread-pool.ts'

const threads = openThreadPool({ most: 1, waiting: 2, memory: 128 })
after(() => threads.close())

const SYSTEM = 'a.example.org'
const opt = bloodPressureOpt()
const template = { key: -1, size: opt.length }

describe('a pool of threads', () => {
  it('does a task elsewhere, with the same result', async () => {
    assert.deepEqual(await threads.run('compileTemplate', opt, SYSTEM), compileTemplate(opt))
  })

  it('passes on what a task refuses, with its findings', async () => {
    await assert.rejects(threads.run('describeTemplate', '<template/>', SYSTEM), error => {
      assert.ok(error instanceof Problem)
      assert.equal(error.code, 'template.invalid')
      assert.ok(error.findings.length > 0)
      return true
    })
  })

  it('asks for a template that its thread does not have, and keeps it', async () => {
    const input = { text: JSON.stringify(bloodPressure()), options: {}, most: 10 }
    assert.equal(await threads.run('validate', { template, ...input }, SYSTEM), 'template')
    const given = { ...template, template: compileTemplate(opt) }
    assert.deepEqual(await threads.run('validate', { template: given, ...input }, SYSTEM), [])
    assert.deepEqual(await threads.run('validate', { template, ...input }, SYSTEM), [])
    const { context: _context, ...lacking } = bloodPressure()
    const wrong = JSON.stringify({ ...lacking, territory: undefined })
    assert.notDeepEqual(await threads.run('validate', { template, ...input, text: wrong }, SYSTEM), [])
  })

  it('does not take the template of one database for that of another with the same key', async () => {
    const input = { text: JSON.stringify(bloodPressure()), options: {}, most: 10 }
    const compiled = compileTemplate(opt)
    // The same template under another name, which the data do not have.
    const other = { ...compiled, templateId: 'of another tenant' }
    const sent: (string | undefined)[] = []
    for (const template of [compiled, other, compiled, other])
      await withTemplateInThread({ size: opt.length, template }, forThread => {
        sent.push(forThread.template?.templateId)
        return threads.run('validate', { template: forThread, ...input }, SYSTEM)
      })
    assert.deepEqual(sent, [
      undefined,
      'Blood pressure.v1',
      undefined,
      'of another tenant',
      undefined,
      undefined,
    ])
  })

  it('lets some wait, in the order in which they came, and refuses the rest', async () => {
    const ended: number[] = []
    const tasks = [1, 2, 3].map(at => threads.run('describeTemplate', opt, SYSTEM).then(() => ended.push(at)))
    await assert.rejects(threads.run('describeTemplate', opt, SYSTEM), { code: 'service.overloaded' })
    await Promise.all(tasks)
    assert.deepEqual(ended, [1, 2, 3])
  })

  it('lets systems take turns: many tasks of one neither keep out nor delay the task of another', async () => {
    const ended: string[] = []
    const run = (systemId: string) =>
      threads.run('describeTemplate', opt, systemId).then(() => ended.push(systemId))
    await Promise.all(['a', 'a', 'a', 'b', 'c'].map(run))
    assert.deepEqual(ended, ['a', 'a', 'b', 'c', 'a'])
  })

  it('refuses what needs more memory than a thread has, and goes on with another', async () => {
    const small = openThreadPool({ most: 1, waiting: 5, memory: 64 })
    // A quarter of a million elements, each with attributes of its own: those of equal tags are shared.
    const elements = Array.from(
      { length: 250_000 },
      (_, at) => `<b c="${at}" d="2" e="3" f="4" g="5" h="6" i="7" j="8" k="9"/>`,
    )
    const xml = `<a>${elements.join('')}</a>`
    const large = small.run('readXml', { bytes: Buffer.from(xml), objects: 10_000_000 }, SYSTEM)
    const next = small.run('describeTemplate', opt, SYSTEM)
    await assert.rejects(large, { code: 'request.too_large' })
    assert.equal((await next).templateId, 'Blood pressure.v1')
    await small.close()
  })
})
