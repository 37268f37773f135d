import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a server and hangs up, on both sides, on as many as `cuts` says of those who send what is meant. */
export type CutLine = {
  /** The same address by way of it. */
  through: (address: string) => string
  cuts: number
  close: () => void
}

export async function cutLine(to: URL, isMeant: (sent: string) => boolean): Promise<CutLine> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const behind = connect(Number(to.port), to.hostname)
    const hangUp = () => {
      for (const side of [client, behind]) side.destroy()
    }
    for (const side of [client, behind])
      open.add(side.on('error', hangUp).on('close', () => open.delete(side)))
    client.on('data', (bytes) => {
      if (line.cuts === 0 || !isMeant(bytes.toString('latin1'))) return void behind.write(bytes)
      line.cuts -= 1
      hangUp()
    })
    behind.on('data', (bytes) => client.write(bytes)).on('end', hangUp)
    client.on('end', hangUp)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const line: CutLine = {
    through: (address) => Object.assign(new URL(address), { hostname: '127.0.0.1', port }).href,
    cuts: 0,
    close: () => {
      server.close()
      for (const side of open) side.destroy()
    },
  }
  return line
}
