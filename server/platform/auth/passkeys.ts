import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey, PasskeyProof } from '#contract/second-factor.ts'
import type { Site } from '../context.ts'
import { type Db, query } from '../db/connect.ts'
import { installation } from '../installation.ts'
import type { OpenChallenge } from './challenges.ts'

/** COSE numbers of signatures that every runtime checks. */
const [ED25519, ES256, RS256] = [-8, -7, -257] as const

/** A shop without passkeys never loads it. */
const load = () => import('@simplewebauthn/server')

interface Stored {
  readonly id: number
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
}

const readPasskeys = (db: Db, adminId: number) =>
  query<Stored>(db, 'select id, credential_id, public_key, counter, transports from passkeys where admin_id = $1 order by id', [
    adminId,
  ])

/** What the browser is asked, or null if the admin has no passkey. */
export const passkeyQuestion = async (db: Db, adminId: number, site: Site, { nonce }: OpenChallenge) => {
  const stored = await readPasskeys(db, adminId)
  if (stored.length === 0) return null
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: bytesOf(nonce),
    userVerification: 'preferred',
    allowCredentials: stored.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  return { ...options }
}

/** The passkey that signed this challenge and its new counter, or undefined. Count the attempt before. */
export const checkPasskey = async (db: Db, adminId: number, proof: PasskeyProof, site: Site, { nonce }: OpenChallenge) => {
  const used = (await readPasskeys(db, adminId)).find(({ credential_id }) => credential_id === proof.id)
  if (!used) return undefined
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: proof as AuthenticationResponseJSON,
      ...expectedFrom(site, nonce),
      credential: {
        id: used.credential_id,
        publicKey: new Uint8Array(used.public_key),
        counter: used.counter,
        transports: used.transports,
      },
    })
    return verified ? ({ kind: 'passkey', id: used.id, counter: authenticationInfo.newCounter } as const) : undefined
  } catch {
    // The library throws for each kind of wrong reply.
    return undefined
  }
}

export const newPasskeyQuestion = async (
  db: Db,
  admin: { readonly id: number; readonly email: string },
  site: Site,
  { nonce }: OpenChallenge,
) => {
  const { generateRegistrationOptions } = await load()
  const stored = await readPasskeys(db, admin.id)
  const options = await generateRegistrationOptions({
    rpID: site.id,
    rpName: installation().name || 'Topdeck',
    userName: admin.email,
    userID: new TextEncoder().encode(`topdeck admin ${admin.id}`),
    challenge: bytesOf(nonce),
    attestationType: 'none',
    supportedAlgorithmIDs: [ED25519, ES256, RS256],
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    excludeCredentials: stored.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  return { ...options }
}

/** The credential in the browser's reply, or undefined. */
export const checkNewPasskey = async (reply: NewPasskey, site: Site, { nonce }: OpenChallenge) => {
  const { verifyRegistrationResponse } = await load()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: reply as RegistrationResponseJSON,
      ...expectedFrom(site, nonce),
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

const expectedFrom = (site: Site, nonce: string) => ({
  expectedChallenge: nonce,
  expectedOrigin: [...site.origins],
  expectedRPID: site.id,
  requireUserVerification: false,
})

const bytesOf = (nonce: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(nonce, 'base64url'))
