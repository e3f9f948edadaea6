import { afterAll, expect, test } from 'vitest'
import { physicalProducts } from '#contract/physical-products.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { startApp } from '../../test/support/app.ts'
import { ATTACKS } from '../../test/support/attacks.ts'
import { uploadPicture } from '../../test/support/pictures.ts'
import { chooseSeed, type Random, randomFrom } from '../../test/support/random.ts'
import { cleanRichText } from './rich-text.ts'

const MIXED = Number(process.env.RICH_TEXTS ?? 3_000)

const WHOLE = '<p>Enter your <strong>player ID</strong>.</p><ul><li>5 to 30 <em>minutes</em></li></ul>'

/** What a browser could run or load: any tag or attribute that is not on the list, any address that is not plain. */
const faultsOf = (html: string): string[] => {
  const tags = [...html.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)]
  const allowed = /^(p|br|h[1-4]|strong|b|em|i|u|s|ul|ol|li|a|blockquote|code|pre|hr)$/
  return tags.flatMap(([tag, name = '', attributes = '']) => {
    if (!allowed.test(name)) return [`tag ${tag}`]
    const given = [...attributes.matchAll(/([^\s=/]+)="([^"]*)"/g)].map(([, key, value]) => [key, value] as const)
    const rest = attributes.replace(/([^\s=/]+)="([^"]*)"/g, '').replace(/[\s/]/g, '')
    if (rest !== '') return [`attributes of ${tag}`]
    return given
      .filter(([key, value]) => {
        if (name === 'ol') return key !== 'start' || !/^\d{1,4}$/.test(value ?? '')
        if (name !== 'a') return true
        if (key === 'href') return !/^(https?:|mailto:|tel:)/.test(value ?? '')
        return !(key === 'target' && value === '_blank') && !(key === 'rel' && value === 'noopener noreferrer nofollow')
      })
      .map(([key]) => `${key} of ${tag}`)
  })
}

test.each(ATTACKS)('%s', (attack) => {
  for (const html of [attack, `${WHOLE}${attack}${WHOLE}`, `<p>${attack}</p>`, `<a href="https://ok.example">${attack}</a>`]) {
    const clean = cleanRichText(html)
    expect(faultsOf(clean)).toEqual([])
    // Cleaning what is clean changes nothing: nothing new takes shape on a second reading.
    expect(cleanRichText(clean)).toBe(clean)
  }
})

test('the judge of this test sees what it must', () => {
  for (const bad of [
    '<script>x</script>',
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<img src="x">',
    '<a style="x">',
    '<ol start="x">',
  ])
    expect(faultsOf(bad)).not.toEqual([])
})

const mix = (random: Random) => {
  const parts = Array.from({ length: 1 + random.below(5) }, () => random.pick([...ATTACKS, WHOLE]))
  const text = parts.join(random.pick(['', '<', '>', '"', "'", '\u0000', '<p', '<!--', '</', '&']))
  const at = random.below(text.length)
  return random.chance(0.5)
    ? text
    : text.slice(0, at) + random.pick(['<', '>', '"', '=', '/', '\n', '<a href="']) + text.slice(at + random.below(3))
}

test('mixed and cut attacks leave nothing that runs', () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  console.log(`rich text: ${MIXED} mixed, SEED=${seed}`)
  for (let n = 0; n < MIXED; n++) {
    const html = mix(random)
    const faults = faultsOf(cleanRichText(html))
    if (faults.length > 0) expect({ html, faults }).toEqual({ html, faults: [] })
  }
})

test('what the editor makes stays as it is', () => {
  const rich = `<h2>Rules</h2>${WHOLE}<blockquote><p><u>No</u> <s>refunds</s></p></blockquote><pre><code>ID 1</code></pre><hr /><p>a<br />b</p><ol start="2"><li><p>c</p></li></ol>`
  expect(cleanRichText(rich)).toBe(rich)
  expect(cleanRichText('<p><a href="https://ok.example/a?b=1&amp;c=2">x</a></p>')).toBe(
    '<p><a href="https://ok.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
  )
  for (const start of ['-1', '12345', '2.5', 'x', '']) {
    expect(cleanRichText(`<ol start="${start}"><li>c</li></ol>`)).toBe('<ol><li>c</li></ol>')
  }
})

test.each([
  ['wa.me/8801711000000', 'https://wa.me/8801711000000'],
  ['www.shop.example/rules?a=1#b', 'https://www.shop.example/rules?a=1#b'],
  [' shop.example:8443 ', 'https://shop.example:8443'],
  ['দোকান.বাংলা', 'https://দোকান.বাংলা'],
  ['help@shop.example', 'mailto:help@shop.example'],
  ['HTTP://shop.example', 'HTTP://shop.example'],
  ['tel:01711000000', 'tel:01711000000'],
])('a link to %j leads to %j', (typed, href) => {
  expect(cleanRichText(`<a href="${typed}">x</a>`)).toBe(
    `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">x</a>`,
  )
})

test.each([
  'ftp://shop.example',
  'sms:01711000000',
  '/rules',
  'rules',
  'localhost:8080',
  '1.5',
  '//shop.example',
  'javascript.x:alert(1)',
  'javascript:x@shop.example',
  '',
])('a link to %j leads nowhere', (typed) => {
  expect(cleanRichText(`<a href="${typed}">x</a>`)).toBe('<a>x</a>')
})

const app = await startApp()
afterAll(() => app.close())

test('rules and descriptions are cleaned before they are stored, on create and update', async () => {
  const rahim = await app.signIn('rahim')
  const image = await uploadPicture(app.url, rahim)
  // The character 0 cannot be stored at all.
  const html = `${WHOLE}${ATTACKS.join('').replaceAll('\u0000', '')}`
  const product = { name: 'Moonlit Farm', logo: image, price: 0 }
  const thing = { name: 'Cap', image, sale_price: 450, regular_price: 520, quantity: 3 }
  const rows = [
    (await app.call(topupProducts.create, { ...product, rules: html }, rahim)).body.data,
    (await app.call(physicalProducts.create, { ...thing, description: html }, rahim)).body.data,
  ] as const
  await app.call(topupProducts.update, { id: app.world.products.starfall, name: 'Starfall Arena', rules: html }, rahim)
  await app.call(physicalProducts.update, { id: rows[1].id, ...thing, image: '', description: html }, rahim)
  const stored = [
    ...(await app.db.selectFrom('topup_products').select('rules as html').where('rules', '<>', '').execute()),
    ...(await app.db.selectFrom('physical_products').select('description as html').execute()),
  ]
  expect(stored).toHaveLength(3)
  for (const row of stored) {
    expect(row.html).toContain(WHOLE)
    expect(faultsOf(row.html)).toEqual([])
  }
})
