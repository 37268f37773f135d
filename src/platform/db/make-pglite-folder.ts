// A process of its own: makes an empty embedded database in the folder it is given, and ends.
import { openFolder } from './pglite-folder.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('which folder?')
const client = await openFolder(folder)
await client.close()
