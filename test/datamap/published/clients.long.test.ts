/** Programs of others read a published datamap: psql, and the JDBC driver that DBeaver and Metabase use. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { leftOutOnCitus } from '../../citus/left-out.ts'
import { testFolder } from '../../cli/program.ts'
import { newEhr } from '../../records.ts'
import { testServer } from '../../server.ts'
import { furnishWard, postRecord } from '../ward.ts'
import { CELLS, shown } from '../ward-records.ts'
import { openReader, type Reader } from './reader.ts'

const DRIVER = 'org.postgresql:postgresql:42.7.4'

/** Reads the catalogue as such programs do it, and then sums up: a line for each view, column and group. */
const CATALOGUE = `import java.sql.*;

public class Catalogue {
  public static void main(String[] given) throws Exception {
    try (Connection connection = DriverManager.getConnection(given[0], given[1], given[2])) {
      connection.setReadOnly(true);
      DatabaseMetaData data = connection.getMetaData();
      try (ResultSet views = data.getTables(null, "cairn\\\\_datamap", "%", new String[] {"VIEW"})) {
        while (views.next()) System.out.println("view " + views.getString("TABLE_NAME") + " " + views.getString("REMARKS"));
      }
      try (ResultSet columns = data.getColumns(null, "cairn\\\\_datamap", "ward", "%")) {
        while (columns.next())
          System.out.println(columns.getString("COLUMN_NAME") + " " + JDBCType.valueOf(columns.getInt("DATA_TYPE"))
            + " " + columns.getString("REMARKS"));
      }
      String text = "SELECT \\"source\\".\\"contact\\", COUNT(*), AVG(\\"source\\".\\"weight\\") FROM \\"cairn_datamap\\".\\"ward\\""
        + " AS \\"source\\" WHERE \\"source\\".\\"seen\\" >= ? GROUP BY 1 LIMIT 2000";
      try (PreparedStatement statement = connection.prepareStatement(text)) {
        statement.setTimestamp(1, Timestamp.valueOf("2020-01-01 00:00:00"));
        ResultSet rows = statement.executeQuery();
        while (rows.next())
          System.out.println("group " + rows.getString(1) + " " + rows.getLong(2) + " " + rows.getBigDecimal(3).doubleValue());
      }
    }
  }
}
`

const server = await testServer()
const execute = promisify(execFile)

const isMissing = (program: string): Promise<boolean> =>
  execute('sh', ['-c', `command -v ${program}`]).then(
    () => false,
    () => true,
  )

describe('a published datamap', { skip: leftOutOnCitus('a database of one server') }, () => {
  let reader: Reader

  before(async () => {
    await furnishWard(server)
    const ehrId = await newEhr(server)
    for (const weight of [70, 80]) shown(await postRecord(server, ehrId, { ...CELLS, weight }))
    reader = await openReader(server, 'ward')
  })

  it('is read by psql', async (context: TestContext) => {
    if (await isMissing('psql')) return context.skip('psql is not on this machine')
    const run = (text: string) => execute('psql', [reader.url, '-At', '-c', text])
    assert.match((await run('\\dv')).stdout, /cairn_datamap\|ward\|view/)
    assert.match((await run('\\d+ ward')).stdout, /weight\|numeric\|.*In kg/)
    const { stdout } = await run('select contact, count(*), avg(weight)::float8 from ward group by 1')
    assert.equal(stdout, 'Telephone|2|75\n')
  })

  it('is read by the JDBC driver', { timeout: 600_000 }, async (context: TestContext) => {
    for (const program of ['java', 'mvn'])
      if (await isMissing(program)) return context.skip(`${program} is not on this machine`)
    const folder = testFolder()
    const copy = ['-q', '-B', 'dependency:copy', `-Dartifact=${DRIVER}`, `-DoutputDirectory=${folder}`]
    try {
      await execute('mvn', copy, { cwd: folder })
    } catch (error) {
      return context.skip(`the driver cannot be had here: ${String(error)}`)
    }
    writeFileSync(join(folder, 'Catalogue.java'), CATALOGUE)
    const { hostname, port, pathname, username, password } = new URL(reader.url)
    const address = `jdbc:postgresql://${hostname}:${port}${pathname}`
    const { stdout } = await execute('java', ['-cp', '*', 'Catalogue.java', address, username, password], {
      cwd: folder,
    })
    const lines = stdout.split('\n')
    assert.ok(lines.includes('view ward_drugs Drug'), stdout)
    assert.ok(lines.includes('group Telephone 2 75.0'), stdout)
    for (const column of [
      /^weight NUMERIC .*In kg/,
      /^visits BIGINT /,
      /^fasting BIT /,
      /^born DATE /,
      /^seen TIMESTAMP/,
    ])
      assert.ok(
        lines.some(line => column.test(line)),
        `${column}\n${stdout}`,
      )
  })
})
