// The promises of ARCHITECTURE.md and STYLE.md that a machine can keep, as data. Paths are from the repository root.

/** The whole vocabulary of a feature folder; a name stands as a file or as a folder, never as both. */
export const FEATURE_FILES =
  /^((contract|routes|queries|actions|jobs|rules|emails)(\.ts|\/[^/]+\.tsx?)|ui\/.+|[^/]+\.test\.ts)$/

/** Rooms besides, of features with a craft that is neither a decision nor a read: why each is one. */
export const FEATURE_ROOMS: Record<string, string> = {
  'import/reading':
    'makes tables of downloaded files: encodings, delimiters, number formats, headers',
  'reports/drawing': 'sets a report as pages of a PDF and sheets of a workbook',
}

export const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|e2e|config|d))?\.(ts|tsx|mjs|css)$/

/** Lines. Only the hard limit fails; the two others are printed beside what was measured. */
export const FILE_SIZE = { hardLimit: 400, medianGoal: 90, p90Goal: 250 }

/** Groups of files that import each other; by value: also while the program runs. */
export const CIRCLE_LIMITS = { byValue: 0, byType: 5 }

const SERVER_PACKAGE =
  /^(node:|fastify|@fastify\/|pg$|drizzle-orm|@electric-sql\/|pino|google-auth-library|@node-rs\/|csv-parse|stripe$|zod$)/

type ImportRule = {
  /** The first row matching the importer decides. */
  importer: RegExp
  /** Files of this project it may import; $1 stands for the importer's own feature. */
  files: string
  /** Packages it may import. */
  packages: (specifier: string) => boolean
}

const any = () => true
const inBrowser = (specifier: string) => !SERVER_PACKAGE.test(specifier)
const onlyShapes = (specifier: string) => specifier === 'zod/mini'
const onlyMath = (specifier: string) => /^@stdlib\//.test(specifier)

export const MAY_IMPORT: ImportRule[] = [
  { importer: /^src\/shared\//, files: '^src/shared/', packages: onlyShapes },
  { importer: /^src\/engine\//, files: '^src/(engine|shared)/', packages: onlyMath },
  { importer: /^src\/platform\//, files: '^src/(platform|shared)/', packages: any },
  {
    importer: /^src\/account-data\//,
    files: '^src/(account-data|platform|shared|engine)/',
    packages: any,
  },
  {
    importer: /^src\/changes\//,
    files: '^src/(changes|account-data|platform|shared|engine)/',
    packages: any,
  },
  { importer: /^src\/kit\//, files: '^src/(kit|shared)/', packages: inBrowser },
  {
    importer: /^src\/features\/([^/]+)\/contract/,
    files: '^src/shared/|^src/features/[^/]+/contract',
    packages: onlyShapes,
  },
  {
    importer: /^src\/features\/([^/]+)\/ui\//,
    files: '^src/(kit|shared)/|^src/features/($1/ui/|[^/]+/contract)',
    packages: inBrowser,
  },
  {
    importer: /^src\/features\/([^/]+)\//,
    files:
      '^src/(changes|account-data|platform|shared|engine)/|^src/features/($1/(?!ui/)|[^/]+/contract)',
    packages: any,
  },
  {
    importer: /^src\/server\//,
    files: '^src/(server|changes|account-data|platform|shared|engine)/|^src/features/[^/]+/(?!ui/)',
    packages: any,
  },
  {
    importer: /^src\/web\//,
    files: '^src/(web|kit|shared)/|^src/features/[^/]+/(ui/|contract)',
    packages: inBrowser,
  },
  { importer: /^simulators\//, files: '^simulators/', packages: any },
]

type TextRule = {
  forbidden: RegExp
  /** Where it is forbidden. */
  within: RegExp
  because: string
  /** Files that may, each with its reason. */
  except: Record<string, string>
}

export const TEXT_RULES: TextRule[] = [
  {
    forbidden: /eq\(adAccounts\.userId, ctx\.caller\.userId\)/,
    within: /^src\/features\//,
    because: 'a client of a team sees some accounts only: ask for them with accountsOfCaller(ctx)',
    except: {},
  },
  {
    forbidden: /\bctx\.db\b/,
    within:
      /^src\/(account-data\/(snapshot\/|(sums|donors|effect-evidence|moved-traffic|budget-[a-z]+|[a-z]+-(windows|parts|searches|campaigns|donors))\.)|features\/performance\/queries\/)/,
    because: "an account's rows are read with readsOf(ctx, customerId), which sees no other's",
    except: {
      'src/features/performance/queries/portfolio.ts': 'counts over all accounts of the caller',
      'src/features/performance/queries/notes.ts': 'names the people who wrote them',
      'src/features/performance/queries/own-changes.ts': 'names the people who made them',
    },
  },
  {
    forbidden: /\bprocess\.env\b/,
    within: /^(src|simulators)\//,
    because: 'only src/platform/config.ts reads the environment',
    except: { 'src/platform/config.ts': 'it is the one reader' },
  },
  {
    forbidden:
      /\.toLocale(Date|Time)?String\(|\.toFixed\(|\.toPrecision\(|\bIntl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat|PluralRules|ListFormat)\b/,
    within: /^src\//,
    because: 'numbers and dates are formatted in src/shared/spanish-numbers.ts',
    except: {
      'src/shared/spanish-numbers.ts': 'it is the one formatter',
      'src/shared/dates.ts': 'dayInZone needs Intl to find the calendar day of a time zone',
    },
  },
  {
    forbidden: /from 'react-router'/,
    within: /^src\//,
    because:
      "the panel's router is src/kit/router; React Router is for the minimal page of the bench",
    except: {},
  },
  {
    forbidden: /\bconsole\.\w+\(/,
    within: /^(src|simulators)\//,
    because: 'write through ctx.log',
    except: {},
  },
  {
    forbidden: /^export default\b/m,
    within: /^(src|simulators|tests|scripts)\//,
    because: 'no default exports',
    except: {},
  },
  {
    forbidden: /\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/,
    within: /^src\/(engine|shared)\/|^src\/features\/[^/]+\/(rules|contract|reading|drawing)/,
    because: 'decisions are pure: the clock and the seed are arguments',
    except: {},
  },
  {
    forbidden: /\bdangerouslySetInnerHTML\b|\.(innerHTML|outerHTML)\s*=[^=]|\binsertAdjacentHTML\(/,
    within: /^src\/(web|kit|features)\//,
    because: 'the page forbids turning text into markup (Trusted Types)',
    except: {},
  },
  {
    forbidden:
      /\.(callJson|mutate|actOnRecommendation|mutateExperiment|createArms|actOnExperiment)\(/,
    within: /^src\/(?!changes\/|web\/|kit\/|features\/[^/]+\/ui\/)/,
    because:
      'src/changes/ is the only way to change anything in Google Ads: logged before it is sent',
    except: {
      'src/platform/google-ads/account-ads.ts':
        'it binds the calls that change something to an account, and sends nothing',
    },
  },
]

/** Comments say what and when; the folders in which they are read. */
export const COMMENT_RULE = {
  forbidden: /\b(whoever|whatever|nobody|somebody|anybody)\b/i,
  within: /^(src|simulators|tests|scripts|bench|eval)\//,
  because: 'comments are plain technical English: say what or when',
}
