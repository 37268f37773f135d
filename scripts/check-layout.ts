// Keeps the promises of ARCHITECTURE.md: which files a feature may hold, who may import whom, how long a file may be.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix, sep } from 'node:path'
import { FEATURE_FILES, FILE_NAME, FILE_SIZE, MAY_IMPORT, TEXT_RULES } from './layout-rules.ts'

const FOLDERS = ['src', 'simulators', 'scripts', 'tests', 'bench', 'eval']
const CODE = /\.(ts|tsx|mjs)$/
const TEST = /\.(test|e2e)\.tsx?$/
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([@#.\w][\w@#./:-]*)['"]/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

export type LayoutReport = { problems: string[]; medianLines: number; p90Lines: number }

/** Checks the project at `root`; each problem is one line that names its file. */
export function checkLayout(root: string): LayoutReport {
  const files = FOLDERS.flatMap((folder) => filesUnder(root, folder))
  const problems = files.flatMap((path) => nameProblems(path))
  const lineCounts: number[] = []
  for (const path of files.filter((candidate) => CODE.test(candidate))) {
    const text = readFileSync(join(root, path), 'utf8')
    const lines = text.trimEnd().split('\n').length
    if (/^(src|simulators)\//.test(path) && !TEST.test(path)) lineCounts.push(lines)
    if (lines > FILE_SIZE.hardLimit) {
      problems.push(`${path}: ${lines} lines, the limit is ${FILE_SIZE.hardLimit}`)
    }
    const code = text.replace(COMMENT, '')
    problems.push(...importProblems(path, code), ...textProblems(path, code))
  }
  lineCounts.sort((a, b) => a - b)
  return { problems, medianLines: quantile(lineCounts, 0.5), p90Lines: quantile(lineCounts, 0.9) }
}

function filesUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()
}

function nameProblems(path: string): string[] {
  const problems: string[] = []
  const [, inFeature] = /^src\/features\/[^/]+\/(.+)$/.exec(path) ?? []
  if (inFeature && !FEATURE_FILES.test(inFeature)) {
    problems.push(`${path}: not one of the names a feature may hold`)
  }
  if (/\.(ts|tsx|mjs|css)$/.test(path) && !FILE_NAME.test(basename(path))) {
    problems.push(`${path}: file names are kebab-case`)
  }
  if (/^index\.tsx?$/.test(basename(path))) problems.push(`${path}: no barrels`)
  return problems
}

function importProblems(path: string, code: string): string[] {
  const rule = MAY_IMPORT.find(({ importer }) => importer.test(path))
  // Tests may bring together what the product keeps apart: a feature, a simulator, the harness.
  if (!rule || TEST.test(path)) return []
  const feature = rule.importer.exec(path)?.[1] ?? ''
  const allowedFiles = new RegExp(rule.files.replaceAll('$1', feature))
  return [...code.matchAll(IMPORT)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => {
      const file = projectFile(path, specifier)
      return file ? !allowedFiles.test(file) : !rule.packages(specifier)
    })
    .map((specifier) => `${path}: may not import ${specifier}`)
}

/** Path from the root of a `#room/…` or relative import; undefined for a package. */
function projectFile(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return posix.join(dirname(importer), specifier)
  return undefined
}

function textProblems(path: string, code: string): string[] {
  if (TEST.test(path)) return []
  return TEXT_RULES.filter(({ within, except }) => within.test(path) && !(path in except)).flatMap(
    ({ forbidden, because }) => {
      const found = forbidden.exec(code)
      return found ? [`${path}: ${found[0].trim()}: ${because}`] : []
    },
  )
}

function quantile(sorted: number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}

if (import.meta.main) {
  const { problems, medianLines, p90Lines } = checkLayout(join(import.meta.dirname, '..'))
  for (const problem of problems) console.log(problem)
  console.log(
    `layout: ${problems.length} problems; lines per file: median ${medianLines} (goal ${FILE_SIZE.medianGoal}), p90 ${p90Lines} (goal ${FILE_SIZE.p90Goal})`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}
