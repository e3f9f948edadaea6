import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { toast } from './browser.ts'

/** A real picture of one colour, as a file that a form can take. */
export const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** What a form is filled in with: labels of text boxes and their texts; a picture for its file box. */
interface Filled {
  readonly texts?: Readonly<Record<string, string>>
  readonly image?: Awaited<ReturnType<typeof picture>>
}

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true })

/** A text box of the form on screen, by its label. */
export const box = (page: Page, label: string): Locator => page.getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) })

/** Fills the form on screen in, and waits until its picture has arrived. */
export async function fill(page: Page, { texts = {}, image }: Filled): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await box(page, label).fill(text)
  if (!image) return
  const arrived = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/upload/image') && reply.ok())
  await page.locator('input[type="file"]').setInputFiles(image)
  await arrived
  await saveButton(page).waitFor()
}

/** Saves the form on screen and waits for its toast and the list that it leads back to. */
export async function saveTo(page: Page, message: string, list: string): Promise<void> {
  await saveButton(page).click()
  await toast(page, message)
  await page.waitForURL((url) => url.pathname === list)
  // The address is ahead of the screen: going back to the form before the list is there keeps the saved one.
  await saveButton(page).waitFor({ state: 'detached' })
}
