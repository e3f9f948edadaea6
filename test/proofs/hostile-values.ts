/** One value a word; those with a space in them are listed apart. */
const words = (text: string): string[] => text.trim().split(/\s+/)

/** JSON texts, not values: some of them no serialiser would write. */
export const WRONG_JSON: readonly string[] = [
  ...words(String.raw`
    null true false undefined 0 -1 -0 01 +1 1. .5 1e9 1e400 -1e400 1e-400 NaN Infinity 0.1 0.001 1.005 12.345 10000000.01
    2147483648 9007199254740993 9223372036854775808 99999999999999999999999999
    "" "0" "-1" "1e9" "NaN" "০৫" "٣" "１２" "0x10" "%" "_" "\\" "#1" "##" "#99999999999999999999" "null" "undefined"
    "__proto__" "constructor" "\u0000" "a\u0000b" "\ud800" "x\udfff" "\ud83d\ude00" "\u202e" "\ufeff" "\u0130\u0130"
    "<script>alert(1)</script>" "{{7*7}}" "../../etc/passwd" "\r\nSet-Cookie:a=b" "');drop/**/table/**/orders;--"
    [] [1] [null] ["1","2"] ["01711111111","\u0000"] ["01711111111","\ud800"] [[[[[[]]]]]] {} {"id":1} {"$ne":null} {"toString":1} {"length":9} {"then":1}
    {"__proto__":{"role":"super"}} {"constructor":{"prototype":{}}} { " 'x' /**/1`),
  '',
  '" "',
  '"1 OR 1=1"',
  '"[object Object]"',
]

/** Members that no input has, or that an object has by itself. */
export const EXTRA_KEYS: readonly string[] = [
  ...words(`role status balance amount admin_id id created_at deleted_at password_hash is_banned completed_by
    __proto__ constructor prototype toString a.b $where`),
  '',
  ' ',
  '\u0000',
  'x'.repeat(500),
]

/** Columns of tables with what they may hold. A handler that took one of them from the body would store it. */
export const FOREIGN_COLUMNS: readonly [name: string, json: string][] = [
  ['role', '"super"'],
  ['is_banned', '1'],
  ['account_status', '"closed"'],
  ['is_phone_verify', '1'],
  ['scores', '1000'],
  ['password_hash', '"planted"'],
  ['must_change_password', 'true'],
  ['password_is_one_time', 'true'],
  ['deleted_at', '"2026-01-01T00:00:00Z"'],
  ['created_at', '"2026-01-01T00:00:00Z"'],
  ['balance', '1000000'],
  ['user_id', '2'],
  ['admin_id', '2'],
  ['owner_id', '2'],
  ['completed_by', '2'],
  ['approved_by', '2'],
  ['holder_id', '2'],
  ['voucher_id', '1'],
  ['cost', '0'],
  ['credit_taken', '0'],
  ['sells_vouchers', 'true'],
]

/** What may stand in an address where an id belongs. */
export const PATH_PARTS: readonly string[] = [
  ...words(`1 0 -1 +1 1.5 1e3 % %00 %ZZ %E0%A4%A %2e%2e%2f .. . %2F %252F %20 1%20 null NaN __proto__ ০৫ 1;2 1?x 1#x
    %F0%9F%98%80 99999999999999999999 9007199254740991 999999999999999`),
  '',
  'x'.repeat(499),
  'x'.repeat(600),
]

export const CONTENT_TYPES: readonly string[] = [
  ...words('text/plain text/html application/xml application/x-www-form-urlencoded multipart/form-data application/jsonp'),
  ...words('multipart/form-data;boundary=x application/json;charset=utf-16 application/json;;; / application/octet-stream'),
  '',
  'x'.repeat(300),
]

export const METHODS: readonly string[] = words('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY')
