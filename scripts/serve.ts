// The program behind `npm start`; in two steps, since what is imported at once is found before anything runs.
import './quick-imports.ts'

await import('./program.ts')
