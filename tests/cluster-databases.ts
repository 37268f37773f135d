import pg from 'pg'

/** Where databases are made: one server, or the coordinator of a cluster and its workers, which must have each of its databases. */
export type Cluster = { coordinator: string; workers: string[] }

export function clusterOf(server: string): Cluster {
  return { coordinator: server, workers: process.env.TEST_CITUS_WORKERS?.split(' ') ?? [] }
}

/** `template1` of a cluster knows no Citus: the copy learns of it, and the coordinator of the others. */
export async function createDatabase(
  { coordinator, workers }: Cluster,
  name: string,
  template: string,
): Promise<void> {
  // Its files are copied: to write each page to the log, as is usual, takes twice as long.
  for (const server of [coordinator, ...workers])
    await tell(server, [`create database ${name} template ${template} strategy file_copy`])
  if (workers.length > 0 && template === 'template1')
    await joinWorkers({ coordinator, workers }, name)
}

/** What Citus tends a database with would be a user of the template: it is ended, and comes back as long as it may connect. */
export async function closeTemplate(
  { coordinator, workers }: Cluster,
  name: string,
): Promise<void> {
  for (const server of [coordinator, ...workers])
    await tell(server, [
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    ])
}

export async function dropDatabase({ coordinator, workers }: Cluster, name: string): Promise<void> {
  for (const server of [coordinator, ...workers])
    await tell(server, [`drop database ${name} with (force)`])
}

/** As docs/cluster.md has it. */
export async function joinWorkers({ coordinator, workers }: Cluster, name: string): Promise<void> {
  for (const server of [coordinator, ...workers])
    await tell(server, ['create extension citus'], name)
  const call = (procedure: string, server: string) => {
    const { hostname, port } = new URL(server)
    return `select ${procedure}('${hostname}', ${port})`
  }
  await tell(
    coordinator,
    [
      call('citus_set_coordinator_host', coordinator),
      ...workers.map((server) => call('citus_add_node', server)),
    ],
    name,
  )
}

export async function tell(server: string, statements: string[], name?: string): Promise<void> {
  const url = new URL(server)
  if (name) url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
