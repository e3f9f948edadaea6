import { DAY_MS } from './clock.ts'
import type { Random } from './random.ts'

const FIRST = (
  'Arif Asha Babul Bithi Chaity Dalia Emon Farhan Farzana Gulshan Habib Hasan Hridoy Imran Ishrat Jahid Jannat Jewel Kabir Keya ' +
  'Labib Lamia Liton Mahin Mehedi Mim Mitu Moushumi Naim Nasrin Nayeem Nipa Omar Opu Parvin Pavel Rafi Rakib Ratul Rima Rony ' +
  'Rubel Sabbir Sadia Sajib Shaila Shanto Sumi Tahsin Tania Tareq Tisha Tuhin Urmi Wasim Yasin Zahid Zinia'
).split(' ')
const LAST = (
  'Ahmed Akter Alam Ali Banik Barua Begum Bhuiyan Biswas Chakma Chowdhury Das Dewan Ghosh Haque Hasan Hossain Islam Jahan Karim ' +
  'Khan Khatun Mahmud Miah Molla Mondal Nahar Paul Rahman Roy Saha Sarker Shikder Sultana Talukder Uddin'
).split(' ')
const CITIES = ['Dhaka', 'Chattogram', 'Khulna', 'Rajshahi', 'Sylhet', 'Barishal', 'Rangpur', 'Mymensingh', 'Cumilla', 'Gazipur']
const NETWORKS = ['013', '014', '015', '016', '017', '018', '019']
const PROVIDERS = ['', '', '', 'google', 'facebook']

const OLDEST_DAYS = 420

export type Customer = ReturnType<typeof inventCustomers>[number]

export const inventCustomer = (random: Random, taken: Set<string>) => {
  const first_name = random.pick(FIRST)
  const last_name = random.pick(LAST)
  let phone = ''
  do phone = random.pick(NETWORKS) + random.digits(8)
  while (taken.has(phone))
  taken.add(phone)
  const username = `${first_name}${random.chance(0.5) ? last_name : ''}${random.whole(1, 999)}`.toLowerCase()
  return { first_name, last_name, username, phone }
}

export const inventCustomers = (random: Random, count: number, now: number) => {
  const taken = new Set<string>()
  const ages = Array.from({ length: count }, () => OLDEST_DAYS * DAY_MS * random.next()).sort((a, b) => b - a)
  return ages.map((age, at) => {
    const person = inventCustomer(random, taken)
    const city = random.pick(CITIES)
    return {
      id: at + 1,
      ...person,
      phone: random.chance(0.2) ? `+88${person.phone}` : person.phone,
      email: random.chance(0.7) ? `${person.username}@example.com` : '',
      is_phone_verify: random.chance(0.85) ? 1 : 0,
      provider: random.pick(PROVIDERS),
      city,
      address: random.chance(0.4) ? `House ${random.whole(1, 120)}, Road ${random.whole(1, 27)}, ${city}` : '',
      zip_code: random.chance(0.4) ? String(random.whole(1000, 9400)) : '',
      scores: random.whole(0, 240),
      created_at: Math.floor(now - age),
    }
  })
}
