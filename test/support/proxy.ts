import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const READY = Buffer.from('Z\0\0\0\x05I')
const FIELDS = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''].join('\0')
const ENDED = Buffer.from(`E\0\0\0${String.fromCharCode(FIELDS.length + 5)}${FIELDS}\0`)

/**
 * The way to a database on another machine. `pull` takes the cable out: of what is open nothing arrives any more, new connections
 * are never answered, and nobody is told. `plug` lets new ones through. Where a connection says `cutAt`, it is cut; where it says
 * `pullAt`, that arrives, and no answer does. `endNext` ends the next connection in the packet that says it is ready, as a database
 * does that stops just then.
 */
export const startProxy = async (database: string) => {
  const place = new URL(database)
  const links = new Set<{ near: Socket; far: Socket; isDead: boolean }>()
  let isPulled = false
  let cutAt: string | undefined
  let pullAt: string | undefined
  let isNextEnded = false
  const pull = () => {
    isPulled = true
    for (const link of links) link.isDead = true
  }
  const server = createServer((near) => {
    const link = { near, far: connect(Number(place.port), place.hostname), isDead: isPulled }
    links.add(link)
    const pass = (from: Socket, to: Socket) => {
      from.on('error', () => {})
      from.on('close', () => {
        if (from === near) links.delete(link)
        if (!link.isDead) to.destroy()
      })
      from.on('data', (bytes) => {
        if (cutAt && bytes.includes(cutAt)) near.destroy()
        else if (isNextEnded && bytes.includes(READY)) {
          isNextEnded = false
          near.end(Buffer.concat([bytes, ENDED]))
        } else if (!link.isDead) to.write(bytes)
        if (pullAt && from === near && bytes.includes(pullAt)) pull()
      })
    }
    pass(near, link.far)
    pass(link.far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const { near, far } of links) for (const socket of [near, far]) socket.destroy()
  }
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    pull,
    plug: () => {
      isPulled = false
      pullAt = undefined
    },
    cut,
    cutAt: (words: string | undefined) => {
      cutAt = words
    },
    pullAt: (words: string) => {
      pullAt = words
    },
    endNext: () => {
      isNextEnded = true
    },
    connections: () => links.size,
    remove: () => {
      cut()
      server.close()
    },
  }
}
