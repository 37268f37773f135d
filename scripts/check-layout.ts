// Keeps the promises of ARCHITECTURE.md: which files a feature may hold, who may import whom, that no files
// import each other in a circle, how long a file may be.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix, sep } from 'node:path'
import { type Circles, findCircles, type Neighbours } from './import-circles.ts'
import {
  CIRCLE_LIMITS,
  COMMENT_RULE,
  FEATURE_FILES,
  FEATURE_ROOMS,
  FILE_NAME,
  FILE_SIZE,
  MAY_IMPORT,
  TEXT_RULES,
} from './layout-rules.ts'
import { commentsIn, importsIn, projectFile, withoutComments } from './read-imports.ts'

const FOLDERS = ['src', 'simulators', 'scripts', 'tests', 'bench', 'eval']
const CODE = /\.(ts|tsx|mjs)$/
const TEST = /\.(test|e2e)\.tsx?$/

export type LayoutReport = {
  problems: string[]
  medianLines: number
  p90Lines: number
  circles: Circles
}

/** Checks the project at `root`; each problem is one line that names its file. */
export function checkLayout(root: string): LayoutReport {
  const files = FOLDERS.flatMap((folder) => filesUnder(root, folder))
  const problems = [...files.flatMap((path) => nameProblems(path)), ...doubledNames(files)]
  const lineCounts: number[] = []
  const product = new Map<string, Neighbours>()
  for (const path of files.filter((candidate) => CODE.test(candidate))) {
    const text = readFileSync(join(root, path), 'utf8')
    const lines = text.trimEnd().split('\n').length
    if (/^(src|simulators)\//.test(path) && !TEST.test(path)) lineCounts.push(lines)
    if (lines > FILE_SIZE.hardLimit) {
      problems.push(`${path}: ${lines} lines, the limit is ${FILE_SIZE.hardLimit}`)
    }
    const code = withoutComments(text)
    if (!TEST.test(path)) product.set(path, neighboursOf(path, code))
    problems.push(...importProblems(path, code), ...textProblems(path, code))
    problems.push(...commentProblems(path, text))
  }
  const circles = findCircles(product)
  problems.push(...circleProblems(circles))
  lineCounts.sort((a, b) => a - b)
  return {
    problems,
    medianLines: quantile(lineCounts, 0.5),
    p90Lines: quantile(lineCounts, 0.9),
    circles,
  }
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
  const [, feature, inFeature] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
  const isInRoom = `${feature}/${inFeature}`.replace(/\/[^/]+$/, '') in FEATURE_ROOMS
  if (inFeature && !FEATURE_FILES.test(inFeature) && !isInRoom) {
    problems.push(`${path}: not one of the names a feature may hold`)
  }
  if (/\.(ts|tsx|mjs|css)$/.test(path) && !FILE_NAME.test(basename(path))) {
    problems.push(`${path}: file names are kebab-case`)
  }
  if (/^index\.tsx?$/.test(basename(path))) problems.push(`${path}: no barrels`)
  return problems
}

/** `contract.ts` beside `contract/`: a reader could not tell which of them holds what. */
function doubledNames(files: readonly string[]): string[] {
  const folders = new Set(files.map((path) => posix.dirname(path)))
  return files
    .filter((path) => /^src\/features\/[^/]+\/[^/]+\.ts$/.test(path))
    .filter((path) => folders.has(path.replace(/\.ts$/, '')))
    .map((path) => `${path}: a file or a folder of this name, not both`)
}

function importProblems(path: string, code: string): string[] {
  const rule = MAY_IMPORT.find(({ importer }) => importer.test(path))
  // Tests may bring together what the product keeps apart: a feature, a simulator, the harness.
  if (!rule || TEST.test(path)) return []
  const feature = rule.importer.exec(path)?.[1] ?? ''
  const allowedFiles = new RegExp(rule.files.replaceAll('$1', feature))
  return importsIn(code)
    .map(({ specifier }) => specifier)
    .filter((specifier) => {
      const file = projectFile(path, specifier)
      return file ? !allowedFiles.test(file) : !rule.packages(specifier)
    })
    .map((specifier) => `${path}: may not import ${specifier}`)
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

function commentProblems(path: string, text: string): string[] {
  const { forbidden, within, because } = COMMENT_RULE
  const found = within.test(path) && forbidden.exec(commentsIn(text))
  return found ? [`${path}: ${found[0]}: ${because}`] : []
}

function neighboursOf(path: string, code: string): Neighbours {
  const neighbours: Neighbours = { values: [], types: [] }
  for (const { specifier, isType } of importsIn(code)) {
    const file = projectFile(path, specifier)
    if (file) neighbours[isType ? 'types' : 'values'].push(file)
  }
  return neighbours
}

function circleProblems({ byValue, byType }: Circles): string[] {
  return [
    ...tooMany('import each other while they run', byValue, CIRCLE_LIMITS.byValue),
    ...tooMany('import each other by type', byType, CIRCLE_LIMITS.byType),
  ]
}

/** All of them, since which one is new cannot be told. */
function tooMany(what: string, circles: string[][], limit: number): string[] {
  return circles.length > limit
    ? circles.map((circle) => `${circle.join(', ')}: ${what} (${circles.length}, limit ${limit})`)
    : []
}

function quantile(sorted: number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}

function summary({ problems, medianLines, p90Lines, circles }: LayoutReport): string {
  return [
    `layout: ${problems.length} problems`,
    `lines per file: median ${medianLines} (goal ${FILE_SIZE.medianGoal}), p90 ${p90Lines} (goal ${FILE_SIZE.p90Goal})`,
    `import circles: ${circles.byValue.length} by value (limit ${CIRCLE_LIMITS.byValue}), ${circles.byType.length} by type (limit ${CIRCLE_LIMITS.byType})`,
  ].join('; ')
}

if (import.meta.main) {
  const report = checkLayout(join(import.meta.dirname, '..'))
  for (const problem of report.problems) console.log(problem)
  if (process.argv.includes('--circles'))
    for (const circle of [...report.circles.byValue, ...report.circles.byType])
      console.log(circle.join(', '))
  console.log(summary(report))
  process.exitCode = report.problems.length > 0 ? 1 : 0
}
