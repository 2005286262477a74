// Creates TLS certificates with addresses that a browser may request: of the issuer, its OCSP server and its revocation list.
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A private key and a certificate in PEM, and the hash of the public key. */
export type Certificate = { key: string; cert: string; keyHash: string };

const OID = {
  commonName: "550403",
  ecdsaWithSha256: "2a8648ce3d040302",
  subjectAltName: "551d11",
  revocationLists: "551d1f",
  authorityInformation: "2b06010505070101",
  ocsp: "2b06010505073001",
  issuer: "2b06010505073002",
};

/** Without `addresses`, the certificate names no address. Its issuer is unknown. */
export function createCertificate(host: string, addresses?: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKeyInfo = publicKey.export({ type: "spki", format: "der" });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const extensions = [extension(OID.subjectAltName, sequence(text(0x82, host)))];
  if (addresses !== undefined)
    extensions.push(
      extension(
        OID.authorityInformation,
        sequence(
          sequence(oid(OID.issuer), text(0x86, `${addresses}issuer`)),
          sequence(oid(OID.ocsp), text(0x86, `${addresses}ocsp`)),
        ),
      ),
      extension(
        OID.revocationLists,
        sequence(sequence(tag(0xa0, tag(0xa0, text(0x86, `${addresses}list`))))),
      ),
    );
  const certificate = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))), // version 3
    tag(0x02, Buffer.from([1])), // serial number
    algorithm,
    nameOf("issuer.example"),
    sequence(dateOf(-1), dateOf(30)),
    nameOf(host),
    publicKeyInfo,
    tag(0xa3, sequence(...extensions)),
  );
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: toPem(certificate, algorithm, issuer.privateKey),
    keyHash: createHash("sha256").update(publicKeyInfo).digest("base64"),
  };
}

function toPem(certificate: Buffer, algorithm: Buffer, key: KeyObject): string {
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", certificate, key)]);
  const signed = sequence(certificate, algorithm, tag(0x03, signature));
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Encodes an element of DER (ITU-T X.690). */
function tag(type: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  const size = length < 0x80 ? bytes : [0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([type, ...size]), body]);
}

const sequence = (...content: Buffer[]) => tag(0x30, ...content);
const oid = (hex: string) => tag(0x06, Buffer.from(hex, "hex"));
const text = (type: number, value: string) => tag(type, Buffer.from(value));
const extension = (id: string, value: Buffer) => sequence(oid(id), tag(0x04, value));
const nameOf = (name: string) =>
  sequence(tag(0x31, sequence(oid(OID.commonName), text(0x0c, name))));

/** Returns midnight UTC, `days` from today. */
function dateOf(days: number): Buffer {
  const date = new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
  return text(0x17, `${date.slice(2, 10).replaceAll("-", "")}000000Z`);
}
