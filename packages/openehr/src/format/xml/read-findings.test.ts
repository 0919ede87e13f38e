import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problem.ts'
import { rmClasses } from '../../rm/index.ts'
import { readXml, readXmlList } from './index.ts'
import { shapeOf } from './shape.ts'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

function findingsOf(read: () => unknown): readonly (readonly unknown[])[] {
  try {
    read()
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    return problem.findings.map(({ path, code, line, column }) => [path, code, line, column])
  }
  assert.fail('accepted')
}

test('an element of a list has its number among those of its name, whatever stands between them', () => {
  const xml = `<cluster ${XSI} archetype_node_id="at1" x="1">
<name><value>n</value></name>
<items xsi:type="ELEMENT" archetype_node_id="at2"><name><value>n</value></name></items>
<links><meaning><value>m</value></meaning><wrong/></links>
<items xsi:nil="true"/>
<items xsi:type="NONE"/>
<links><type><value>t</value><value>t</value></type></links>
<items xsi:type="ELEMENT" archetype_node_id="at3"><value xsi:type="DV_COUNT"><magnitude>1.5</magnitude></value></items>
</cluster>`
  assert.deepEqual(
    findingsOf(() => readXml(xml)),
    [
      ['/cluster/@x', 'xml.attribute', 1, 1],
      ['/cluster/links[1]/wrong', 'xml.element', 4, 43],
      ['/cluster/items[3]', 'xml.type', 6, 1],
      ['/cluster/links[2]/type/value', 'xml.twice', 7, 30],
      ['/cluster/items[4]/value/magnitude', 'xml.value', 8, 78],
    ],
  )
})

test('an object of a list of objects has its number among all of them', () => {
  const xml = '<list><dv_text><value>x</value></dv_text><dv_count/><dv_text><wrong/></dv_text><none/></list>'
  assert.deepEqual(
    findingsOf(() => readXmlList(xml)),
    [
      ['/list/dv_text[3]/wrong', 'xml.element', 1, 62],
      ['/list/none[4]', 'xml.type', 1, 80],
    ],
  )
})

test('a thousand findings are kept, and those of a long list are found in linear time', () => {
  const good = '<items xsi:type="CLUSTER" archetype_node_id="at1"/>'
  const bad = '<items><wrong/></items>'
  const xml = `<cluster ${XSI}>${good.repeat(50_000)}${bad.repeat(5_000)}</cluster>`
  const findings = findingsOf(() => readXml(xml))
  assert.equal(findings.length, 1000)
  assert.deepEqual(findings[999]?.slice(0, 2), ['/cluster/items[51000]', 'xml.type'])
})

test('an attribute that is there as an XML attribute and as an element is there twice', () => {
  const xml =
    '<element archetype_node_id="at1"><archetype_node_id>at1</archetype_node_id><name><value>n</value></name></element>'
  assert.deepEqual(
    findingsOf(() => readXml(xml)),
    [['/element/archetype_node_id', 'xml.twice', 1, 34]],
  )
})

test('each member of a class has a bit of its own in a number', () => {
  for (const { name } of rmClasses()) {
    const members = [...new Set(shapeOf(name)?.byName.values())]
    assert.ok(members.every(({ bit }) => bit > 0 && bit <= 2 ** 30))
    assert.equal(new Set(members.map(({ bit }) => bit)).size, members.length, name)
  }
})
