import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyProof } from '#contract/second-factor.ts'
import { lazyImport } from './lazy-import.ts'

const load = lazyImport(() => import('@simplewebauthn/browser'))

type Options = Readonly<Record<string, unknown>>

const NUMERIC_HOST = /^[\d.]+$|^\[/

/** Browsers offer passkeys on https and on localhost, and never for an address of numbers. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !NUMERIC_HOST.test(location.hostname)

/** Undefined if the admin or the browser refused. */
const unlessRefused = async <R>(work: Promise<R>): Promise<R | undefined> => {
  try {
    return await work
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

/** The reply of a passkey that the admin chose. */
export const askPasskey = async (options: Options): Promise<PasskeyProof | undefined> => {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return (await unlessRefused(startAuthentication({ optionsJSON }))) as PasskeyProof | undefined
}

export const makePasskey = async (options: Options): Promise<NewPasskey | undefined> => {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return (await unlessRefused(startRegistration({ optionsJSON }))) as NewPasskey | undefined
}
