import { BANNERS, GAMES, NOTICES, PHYSICAL_PRODUCTS } from './catalogue.ts'
import { DAY_MS } from './clock.ts'
import type { createPainter } from './pictures.ts'
import { METHODS, PACKAGES, type Setting, SHOP_SINCE_DAYS } from './plan.ts'
import type { Row } from './world.ts'

export const drawCatalogue = ({ now }: Setting, painter: ReturnType<typeof createPainter>) => {
  const created_at = now - SHOP_SINCE_DAYS * DAY_MS
  const hues = new Map(GAMES.map((game) => [game.name, painter.hue()]))
  const withId = <T extends object>(rows: readonly T[], rowOf: (row: T) => Row): Row[] =>
    rows.map((row, at) => ({ id: at + 1, created_at, ...rowOf(row) }))
  return {
    topup_products: withId(GAMES, (game) => ({
      name: game.name,
      logo: painter.draw('game', hues.get(game.name)),
      price: game.stock ?? 0,
      track_stock: game.stock === undefined ? 0 : 1,
      buy_rate: game.buyRate ?? 1,
      rules: game.rules,
      isactivefortopup: game.needsAccount ? 0 : 1,
    })),
    topup_packages: withId(PACKAGES, ({ productId, name, price, bprice, serial, game }) => ({
      product_id: productId,
      name,
      price,
      bprice,
      serial,
      logo: painter.draw('package', hues.get(game.name)),
      in_stock: name === 'Paint Job' ? 0 : 1,
      sells_vouchers: game.sellsVouchers ?? false,
    })),
    physical_products: withId(PHYSICAL_PRODUCTS, (product) => ({
      ...product,
      image: painter.draw('physical'),
      description: `<p>${product.name}. Sent by courier, two to four days.</p>`,
    })),
    payment_methods: withId(METHODS, ({ name, info }) => ({ name, info, logo: painter.draw('method') })),
    banners: withId(BANNERS, (banner) => ({ ...banner, banner: painter.draw('banner') })),
    notices: withId(NOTICES, (notice) => ({ ...notice, image: painter.draw('notice') })),
  }
}
