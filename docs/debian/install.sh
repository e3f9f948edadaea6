#!/bin/sh
# From a fresh Debian (13 or newer) to a running shop behind TLS. Run it as root, and again with a newer release to update:
#   sh install.sh desk.shop.example you@shop.example /mnt/backups ./topdeck-1.0.0.tgz
# docs/operating.md, 'On a fresh Debian', explains each step.
set -eu
usage="sh install.sh HOST EMAIL BACKUP_FOLDER TARBALL"
host=${1:?$usage} email=${2:?$usage} backups=${3:?$usage} tarball=$(realpath "${4:?$usage}")
home=/srv/topdeck
say() { printf '\n== %s\n' "$1"; }
refuse() { echo "$1" >&2; exit 1; }

[ "$(id -u)" = 0 ] || refuse "Run it as root."
mkdir -p "$backups" "$home"
# One broken disk must not take the shop and its backups.
[ "$(stat -c %d "$backups")" != "$(stat -c %d "$home")" ] || refuse "$backups is on the same disk as $home: mount another one there."

say "1. Packages"
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends \
  ca-certificates certbot nftables nginx nodejs npm openssl python3-certbot-nginx

say "2. Account"
id topdeck >/dev/null 2>&1 || useradd --system --home-dir $home --shell /usr/sbin/nologin topdeck
chown topdeck: $home "$backups"
chmod 700 "$backups"

say "3. Program"
version=$(tar xzOf "$tarball" package/package.json | node -p 'JSON.parse(require("fs").readFileSync(0)).version')
release=$home/$version
if [ ! -e "$release" ]; then
  # Under another name until it is whole. The server that runs keeps its own folder.
  rm -rf "$release.new"
  mkdir "$release.new"
  tar xzf "$tarball" --strip-components=1 --no-same-owner -C "$release.new"
  chown -R topdeck: "$release.new"
  (cd "$release.new" && HOME=$home runuser -u topdeck -- npm ci --omit=dev --ignore-scripts=false --no-audit --no-fund --loglevel=error)
  mv "$release.new" "$release"
fi
# The way back from an update.
[ "$(readlink $home/current || echo "$version")" = "$version" ] || systemctl start topdeck-backup.service
ln -sfn "$version" $home/current
install -m 755 "$release/docs/debian/topdeck" /usr/local/bin/topdeck

say "4. Settings"
if [ ! -e /etc/topdeck.env ]; then
  install -m 600 -o topdeck /dev/null /etc/topdeck.env
  cat >/etc/topdeck.env <<END
DATA_DIR=$home/data
PUBLIC_URL=https://$host
TRUST_PROXY=127.0.0.1
ADMIN_EMAIL=$email
BACKUP_DIR='$backups'
END
fi

say "5. Service"
for unit in topdeck.service topdeck-backup.service topdeck-backup.timer; do
  sed "s|@BACKUPS@|$backups|" "$release/docs/debian/$unit" >/etc/systemd/system/$unit
done
systemctl daemon-reload
systemctl enable topdeck.service
systemctl restart topdeck.service
tries=60
until node -e 'fetch("http://127.0.0.1:3000/api/ready").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || refuse "It is not ready after a minute. Its log: journalctl -u topdeck"
  sleep 1
done

say "6. Proxy and certificate"
if [ ! -e /etc/nginx/sites-available/topdeck ]; then
  sed "s|@HOST@|$host|" "$release/docs/debian/nginx.conf" >/etc/nginx/sites-available/topdeck
  ln -sf ../sites-available/topdeck /etc/nginx/sites-enabled/topdeck
  rm -f /etc/nginx/sites-enabled/default
  nginx -t
  systemctl reload-or-restart nginx
  # Writes the TLS lines into the site, and renews by its package's timer.
  certbot --nginx --non-interactive --agree-tos --redirect -m "$email" -d "$host"
fi

say "7. Nightly backup"
systemctl enable --now topdeck-backup.timer
systemctl start topdeck-backup.service

say "8. Firewall"
ssh_port=$(sshd -T 2>/dev/null | sed -n 's/^port //p' | head -1)
sed "s|@SSH_PORT@|${ssh_port:-22}|" "$release/docs/debian/nftables.conf" >/etc/nftables.conf
nft -c -f /etc/nftables.conf
systemctl enable nftables
systemctl restart nftables

cat <<END

https://$host runs Topdeck $version. Now
- sign in as $email; the first password: journalctl -u topdeck | grep 'shown this once'
- copy $home/data/master.key to a place that is neither this machine nor $backups: without it no backup can be restored
- make a store key on /settings, and give it to the store
END
