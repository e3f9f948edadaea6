import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { sessions } from '#contract/sessions.ts'
import { asApiError, call } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { storeSession } from '../calls/session-store.ts'
import { tMessage } from '../ui/text/i18n.ts'

export interface Refusal {
  readonly above: string[]
  readonly fields: Record<string, string>
  /** The password was right: the second factor comes next. */
  readonly question?: Question
}

export interface Question extends SecondFactorQuestion {
  readonly remember: boolean
}

/** Signs in with the form's fields and stores the session. Returns a refusal, or undefined on success. */
export async function signIn(form: FormData): Promise<Refusal | undefined> {
  const remember = form.get('remember') !== null
  const input = sessions.login.input.safeParse({
    identity: form.get('identity'),
    password: form.get('password'),
    remember: remember ? 1 : 0,
  })
  if (!input.success) {
    const fields = input.error.issues.map(({ path, message }) => [String(path[0]), tMessage(message)])
    return { above: [], fields: Object.fromEntries(fields) }
  }
  try {
    const { data } = await call(sessions.login, input.data)
    storeSession(data, remember)
    return undefined
  } catch (error) {
    const refusal = asApiError(error)
    if (refusal.code === 'second_factor_required') {
      return { above: [], fields: {}, question: { ...(refusal.data as SecondFactorQuestion), remember } }
    }
    return { above: actionErrorMessages(refusal), fields: {} }
  }
}
