import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";
import type { DifferenceCause, SignedField } from "../../domain/connection/store-key.ts";

type Causes = Readonly<Record<DifferenceCause, string>>;
type Marks = Readonly<Record<SignedField["marks"][number], string>>;

const CAUSES_TR: Causes = {
  key_spaces: "İmza, anahtarımızın başındaki ve sonundaki boşluklar olmadan tutuyor.",
  key_case: "İmza, anahtarımızın büyük ya da küçük harfli yazılışıyla tutuyor.",
  other_credential: "İmza, banka bilgilerindeki başka bir alanın değeriyle tutuyor.",
  key_not_escaped: "İmza, anahtardaki | ve \\ işaretleri kaçışsız bırakılınca tutuyor.",
  values_not_escaped: "İmza, bütün değerlerdeki | ve \\ işaretleri kaçışsız bırakılınca tutuyor.",
  field_order: "İmza, alanların başka bir sırasıyla tutuyor.",
  field_list: "İmza, dönüşün kendi saydığı alan listesiyle tutuyor.",
  encoding: "İmza, ISO-8859-9 karakter kümesiyle tutuyor.",
  old_version: "İmza, protokolün eski sürümüne göre atılmış.",
  other_terminal: "Dönüş, bağlantının terminalinden başka bir terminale ait.",
  no_signature: "Dönüşte imza yok.",
  bank_says_so: "Banka bizim imzamızı kabul etmedi.",
  unexplained: "Bilinen bir neden bulunamadı; çoğunlukla mağaza anahtarı farklıdır.",
};

const CAUSES_EN: Causes = {
  key_spaces: "The signature fits our key without the spaces around it.",
  key_case: "The signature fits our key in upper or lower case.",
  other_credential: "The signature fits the value of another field of the credentials.",
  key_not_escaped: "The signature fits if | and \\ of the key are not escaped.",
  values_not_escaped: "The signature fits if | and \\ of all values are not escaped.",
  field_order: "The signature fits another order of the fields.",
  field_list: "The signature fits the list of fields that the return names itself.",
  encoding: "The signature fits the character set ISO-8859-9.",
  old_version: "The signature is of an earlier version of the protocol.",
  other_terminal: "The return is of another terminal than the connection's.",
  no_signature: "The return has no signature.",
  bank_says_so: "The bank refuses our signature.",
  unexplained: "No known cause explains it; most often the store key is another one.",
};

const MARKS_TR: Marks = {
  spaces: "uçlarında boşluk",
  bar: "| içeriyor",
  backslash: "\\ içeriyor",
  not_ascii: "ASCII dışı harf",
  line_end: "satır sonu",
};

const MARKS_EN: Marks = {
  spaces: "spaces at its ends",
  bar: "has |",
  backslash: "has \\",
  not_ascii: "not ASCII",
  line_end: "line ends",
};

export const differenceWords = catalogue({
  title: ["İmzası tutmayan dönüşler", "Returns with another signature"],
  intro: [
    "Dönüşü müşterinin tarayıcısı getirir; bu kayıtları bir yabancı da doğurabilir. Hiçbirinde " +
      "tahsilat yapılmadı. Kart, müşteri ve anahtar değerleri gösterilmez.",
    "The customer's browser brings a return, so a stranger can cause these records, too. None of " +
      "them charged anything. Values of cards, customers and keys are hidden.",
  ],
  algorithm: ["İmza", "Signature"],
  own: ["Bizim değerimiz", "Our value"],
  given: ["Bankanın değeri", "The bank's value"],
  absent: ["yok", "absent"],
  attempt: ["Deneme", "Attempt"],
  field: ["Alan", "Field"],
  value: ["Değer", "Value"],
  hidden: [
    (length: number) => `gizli, ${length} karakter`,
    (length: number) => `hidden, ${counted(length, "character")}`,
  ],
  causes: [CAUSES_TR, CAUSES_EN],
  marks: [MARKS_TR, MARKS_EN],
});
