import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const CACHE = join(import.meta.dirname, '../node_modules/.cache')

/**
 * A package that one measurement needs and no installation should carry: fetched when first asked for. Undefined where it
 * cannot be had.
 */
export async function fetchPackage<Module>(wanted: {
  name: string
  version: string
  /** Inside the package. */
  entry: string
  megabytes: number
}): Promise<Module | undefined> {
  const { name, version, entry, megabytes } = wanted
  const folder = join(CACHE, `${name.replace(/^@/, '').replace('/', '-')}-${version}`)
  const file = join(folder, 'node_modules', name, entry)
  if (!existsSync(file)) {
    process.stderr.write(
      `Fetching ${name} ${version} (${megabytes} MB) into node_modules/.cache…\n`,
    )
    const problem = install(folder, `${name}@${version}`)
    if (problem) {
      process.stderr.write(`It cannot be fetched, so nothing is compared with it: ${problem}\n`)
      return undefined
    }
  }
  return (await import(pathToFileURL(file).href)) as Module
}

/** What npm complained of first; undefined when all went well. */
function install(folder: string, what: string): string | undefined {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--fetch-retries=1']
  const { status, stderr, error } = spawnSync('npm', [...args, what], {
    encoding: 'utf8',
    // On Windows npm is a .cmd file, which only a shell starts.
    shell: process.platform === 'win32',
  })
  if (status === 0) return undefined
  return error ? String(error) : (/^npm error .*$/m.exec(stderr)?.[0] ?? stderr)
}
