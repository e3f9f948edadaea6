/** Name, buying price in the supplier's currency, selling price in tk, and the old selling price if it went up. */
type PackageFacts = readonly [name: string, bprice: number, price: number, formerPrice?: number]

interface Game {
  readonly name: string
  readonly popularity: number
  readonly packages: readonly PackageFacts[]
  readonly rules: string
  readonly needsAccount?: true
  readonly stock?: number
  readonly buyRate?: number
  readonly sellsVouchers?: true
}

const byId = (where: string) =>
  `<p>Enter your player ID exactly as it is shown ${where}.</p><ul><li>Delivery takes 5 to 30 minutes.</li><li>A wrong ID cannot be refunded after delivery.</li></ul>`
const byAccount =
  '<p>We sign in to your account once to deliver.</p><ul><li>Switch two-step sign-in off, or give a backup code.</li><li>Stay signed out until the order is completed.</li></ul>'

export const GAMES: readonly Game[] = [
  {
    name: 'Starfall Arena',
    popularity: 30,
    stock: 184_500,
    rules: byId('in your profile'),
    packages: [
      ['25 Gems', 18, 22],
      ['50 Gems', 36, 42],
      ['100 Gems', 72, 80],
      ['240 Gems', 165, 182, 178],
      ['500 Gems', 355.5, 390, 380],
      ['1080 Gems', 705, 765],
      ['Weekly Pass', 142, 158],
      ['Monthly Pass', 690, 745, 730],
    ],
  },
  {
    name: 'Ironvale Online',
    popularity: 9,
    needsAccount: true,
    rules: byAccount,
    packages: [
      ['Season Pass', 220, 250],
      ['Founder Chest', 480, 540],
      ['1,000 Crowns', 310, 345, 335],
      ['2,500 Crowns', 740, 810],
      ['Royal Bundle', 1_420, 1_560],
    ],
  },
  {
    name: 'Neon Drift',
    popularity: 14,
    buyRate: 121.5,
    rules: byId('in the garage, under your name'),
    packages: [
      ['60 Credits', 0.89, 118],
      ['300 Credits', 4.45, 570],
      ['660 Credits', 8.9, 1_130],
      ['Night Pass', 1.79, 232],
      ['Paint Crate', 0.45, 62],
      ['1,500 Credits', 18.9, 2_390],
    ],
  },
  {
    name: 'Moonlit Farm',
    popularity: 10,
    rules: byId('on the barn door'),
    packages: [
      ['Seed Bag', 28, 35],
      ['Coin Jar', 66, 75],
      ['Coin Barrel', 190, 210],
      ['Golden Season', 410, 455],
      ['Scarecrow Set', 84, 96],
    ],
  },
  {
    name: 'Blade Circuit',
    popularity: 13,
    stock: 62_300,
    rules: byId('behind the shield icon'),
    packages: [
      ['86 Sparks', 92, 105],
      ['172 Sparks', 184, 208],
      ['257 Sparks', 271, 305],
      ['706 Sparks', 735, 815],
      ['Twilight Pass', 880, 960],
    ],
  },
  {
    name: 'Sky Corsairs',
    popularity: 8,
    rules: byId('in the captain’s cabin'),
    packages: [
      ['Doubloons S', 48, 56],
      ['Doubloons M', 140, 158],
      ['Doubloons L', 395, 440],
      ['Admiral Pass', 620, 685],
      ['Storm Sails', 225, 250],
    ],
  },
  {
    name: 'Kingdoms of Ash',
    popularity: 6,
    needsAccount: true,
    rules: byAccount,
    packages: [
      ['Ember Pack', 95, 112],
      ['Castle Pack', 455, 510],
      ['Dragon Pack', 1_130, 1_250],
      ['Shield, 30 days', 180, 204],
    ],
  },
  {
    name: 'Puzzle Harbor',
    popularity: 7,
    rules: byId('in the settings'),
    packages: [
      ['Pearl Pouch', 24, 30],
      ['Pearl Chest', 112, 128],
      ['Lighthouse Pass', 260, 290],
      ['Ten Hints', 15, 20],
    ],
  },
  {
    name: 'Frost Legion',
    popularity: 5,
    needsAccount: true,
    buyRate: 121.5,
    rules: byAccount,
    packages: [
      ['Ice Cache', 0.99, 135],
      ['Rune Cache', 2.99, 395],
      ['Legion Pass', 6.99, 905],
      ['Mammoth Bundle', 13.99, 1_790],
    ],
  },
  {
    name: 'Turbo Rickshaw',
    popularity: 11,
    stock: 21_750,
    rules: byId('on your licence plate'),
    packages: [
      ['Fuel Can', 14, 18],
      ['Fuel Drum', 68, 78],
      ['Paint Job', 108, 125],
      ['Old Town Pass', 235, 262],
      ['Champion Kit', 520, 575],
    ],
  },
  {
    name: 'Shadow Bazaar',
    popularity: 6,
    rules: byId('in the trade ledger'),
    packages: [
      ['Token Purse', 55, 64],
      ['Token Casket', 275, 306],
      ['Merchant Pass', 430, 478],
      ['Lantern Set', 150, 170],
      ['Smoke Bombs', 32, 39],
    ],
  },
  {
    name: 'PlayCrate Card',
    popularity: 9,
    sellsVouchers: true,
    rules: '<p>The code is delivered with your order. Redeem it in the PlayCrate shop within one year.</p>',
    packages: [
      ['PlayCrate 100', 92, 104],
      ['PlayCrate 500', 462, 510],
      ['PlayCrate 1000', 918, 1_015],
    ],
  },
]

export const KARIMS_GAME = 'Starfall Arena'
export const KARIMS_PACKAGES = [
  'Season Pass',
  '1,000 Crowns',
  '60 Credits',
  'Night Pass',
  'Fuel Can',
  'Fuel Drum',
  'PlayCrate 100',
]

export const PAYMENT_METHODS = [
  { name: 'MobiPay', info: '01700000009', share: 55 },
  { name: 'Taka Wallet', info: '01800000018', share: 28 },
  { name: 'QuickSend', info: '01900000027', share: 12 },
  { name: 'Delta Bank Transfer', info: '0042001700455', share: 5 },
]

export const PHYSICAL_PRODUCTS = [
  { name: 'Thumb grips, pair', sale_price: 180, regular_price: 220, quantity: 64 },
  { name: 'Phone cooler fan', sale_price: 850, regular_price: 990, quantity: 17 },
  { name: 'Wired game pad', sale_price: 1_250, regular_price: 1_450, quantity: 23 },
  { name: 'Sleeve fingers, set of 4', sale_price: 120, regular_price: 150, quantity: 140 },
  { name: 'Desk stand', sale_price: 390, regular_price: 390, quantity: 31 },
  { name: 'Starfall Arena cap', sale_price: 450, regular_price: 520, quantity: 12 },
  { name: 'Braided cable, 2 m', sale_price: 260, regular_price: 300, quantity: 58 },
  { name: 'Travel pouch', sale_price: 540, regular_price: 600, quantity: 0 },
]

export const BANNERS = [
  { note: 'Starfall Arena: weekly pass back in stock', link: 'https://shop.topdeck.example/starfall', isactive: 1 },
  { note: 'Pay with MobiPay and get your top-up first', link: 'https://shop.topdeck.example/pay', isactive: 1 },
  { note: 'Night sale', link: '', isactive: 0 },
]

export const NOTICES = [
  { notice: 'Neon Drift is under maintenance on Fridays until 3 pm: orders are delivered afterwards.', link: '', is_active: 0 },
  {
    notice: 'Please send your TrxID with every wallet add. Without it we cannot find your payment.',
    link: 'https://shop.topdeck.example/help',
    is_active: 1,
  },
]
