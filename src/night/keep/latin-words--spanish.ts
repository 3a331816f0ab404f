/** Spanish: the words by which a statement in Spanish shows what it is. */

import { type Lexicon, phrases } from "./cjk-words--lexicon.js";

export const spanish: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("corrección, correcciones, rectificación"),
    decision: phrases(
      "decisión, decisiones, decidido, acordado, acuerdo, acuerdos, rechazado, rechazada, descartado, descartada, aplazado, aplazada",
      "consenso, unánime, unanimidad",
      "elegido, elegida",
    ),
    rule: phrases(
      "regla, reglas, norma, normas, importante, crítico, atención, nunca, siempre, obligatorio, prohibido, restricción, restricciones, política",
      "políticas, principio, principios, convención, convenciones, directriz, directrices, buena práctica, buenas prácticas, flujo acordado, flujo establecido, proceso acordado, pauta, pautas",
      "comportamiento por defecto, modo por defecto",
    ),
    lesson: phrases(
      "lección, lecciones, descubrimiento, descubrimientos, aprendizaje, aprendizajes, aprendido, moraleja, conclusión, hallazgo, causa raíz, limitación conocida, qué funcionó, qué falló, la próxima vez, retrospectiva",
    ),
    preference: phrases(
      "preferencia, preferencias, prefiere, gustos, le gusta, no le gusta",
      "preferido, preferida, estilo de comunicación, estilo de trabajo, objetivo a largo plazo",
    ),
    identity: phrases("nombre, apellido, pronombres, zona horaria, cumpleaños, nacido, nacida, lengua materna"),
    person: phrases("personas, contactos, familia"),
    fact: phrases("hecho, hechos"),
  },
  unlabels: phrases(
    "pendiente, pendientes, abierta, abiertas, próxima, ninguna, archivo, del archivo, fichero, proyecto, automático, falta",
  ),
  says: {
    correction: phrases(
      "me corrigió, me ha corregido, me equivoqué, estaba equivocado, estaba equivocada, nos equivocamos, no ~ sino, eso era falso, estaba mal en, no ~ como había anotado, me ha rectificado",
    ),
    decision: phrases(
      "decidimos, hemos decidido, ha decidido, decidió, decidieron, se decidió, se ha decidido, está decidido, acordamos, hemos acordado, se acordó, acordaron, elegimos, eligió, hemos elegido, optamos por, optó por, nos quedamos con, vamos a usar, quedamos en, se aprobó, se ha acordado, seguimos con, ^descartado, ^rechazado, ^aplazado, queda descartado, se descarta, se descartó",
    ),
    rule: phrases(
      "^nunca, ^siempre, ^jamás, ^ningún ~ sin, ^ninguna ~ sin, ^nada de ~ sin, ^no ~ sin, a partir de ahora, de ahora en adelante, en adelante, no se debe, no se puede ~ sin, nunca se, siempre se, no debe, no deben, debe ser, deben ser, debe estar, deben estar, debe pasar, siempre hay que, hay que ~ antes, no hay que",
      "está prohibido, está prohibida, están prohibidos, queda prohibido, es obligatorio, son obligatorios, es obligatoria, bajo ningún concepto, en ningún caso, sin preguntar, sin permiso, sin aprobación, sin autorización, sin su visto bueno, ^preguntar ~ antes, ^pregunta ~ antes, ^evitar, ^evita, antes de cada, nunca ~ sin",
      "siempre ~ antes, solo después de, sólo después de, solo con ~ permiso, ^no uses, ^no borres, ^no envíes, ^no publiques, ^no toques, ^no compartas, ^no hagas, ^no subas, ^no ejecutes, ^no escribas, ^no llames, ^no borrar, ^no usar, ^no enviar, ^no tocar, debe siempre, deben siempre, asegúrate de, debe hacerse, deben hacerse",
      "pidió explícitamente, pidió expresamente, pide siempre, pidió que siempre|nunca|no, exige que, insiste en, fuente de verdad, requerido antes, requerida antes, únicamente, exclusivamente",
      "desactivado permanentemente, desactivada permanentemente, está reservado para, está reservada para, ^más vale",
    ),
    lesson: phrases(
      "aprendimos, aprendí, hemos aprendido, he aprendido, aprendido que, resulta que, resultó que, la próxima vez, en retrospectiva, solo funciona con|si|cuando, sólo funciona con|si|cuando, falla si|cuando, deberíamos haber, debería haber, la lección, nos enseñó, me enseñó, tendríamos que haber",
      "solo es posible, solo posible con|desde|si, no es compatible, no soporta los|las|el|la, no admite, ^limitado a, ^limitada a, incompatible con, único método, única forma",
      "rechaza, no acepta, solo acepta, sólo acepta, no funciona pero",
    ),
    preference: phrases(
      "prefiere, prefiero, preferiría, favorito, favorita, le gusta, le gustan, no le gusta, no le gustan, odia, detesta, le encanta, le encantan, no quiere, quiere que, no come, no bebe, no soporta, le molesta, le molestan, es alérgico, es alérgica, es vegetariano, es vegetariana, quiere respuestas",
      "preferencia por, se interesa por, interesado en, interesada en, no le interesa, le interesa",
    ),
    identity: phrases(
      "me llamo, mi nombre es, llámame, te llamas, tu nombre es, se llama, vive en, nació en, nació el, trabaja como, trabaja en, zona horaria es, cumpleaños es, cumple años",
    ),
    fact: phrases(
      "es, son, está, están, tiene, tienen, usa, corre en, cuesta, pertenece, significa, contiene, cierra a, abre a, dura, necesita",
    ),
  },
  denies: {
    decision: phrases(
      "aún no, todavía no, no se ha decidido, no hemos decidido, sin decidir, por decidir, hay que decidir, tenemos que decidir, falta decidir, decidir si, no se decidió, ninguna decisión, nada decidido, antes de decidir, no decidimos, no ha decidido, cuando decidimos, no se decidió nada",
    ),
    rule: phrases(
      "nunca llegó, nunca respondió, nunca funcionó, nunca se ejecutó, nunca terminó, nunca vi, nunca había, nunca ha, nunca he, como siempre, casi siempre, casi nunca, siempre fue, siempre estuvo, siempre ha, desde siempre, nunca fue, nunca estuvo, siempre era, nunca apareció, nunca volvió, nunca contestó",
    ),
    preference: phrases("sin preferencia, me gusta nuevos, nuevos me gusta"),
    correction: phrases("corrigió una errata, no sólo ~ sino, no solo ~ sino"),
    lesson: phrases("aprendizaje automático, nada aprendido"),
  },
  doubts: phrases(
    "quizás, quizá, tal vez, podría, podríamos, a lo mejor, creo que, probablemente, parece que, deberíamos, no está claro, supongamos, por ejemplo, me pregunto, posiblemente, y si",
  ),
  tasks: phrases(
    "por hacer, ^próximo paso, ^próximos pasos, queda por, falta por, mañana, antes del viernes, esta noche, tengo que, ^pendiente, tenemos que, ^recordar",
  ),
  momentary: phrases("actualmente, por ahora, de momento, en este momento, por el momento, ahora mismo"),
  troubles: phrases(
    "error, errores, falla, fallan, fallo, fallos, timeout, se cuelga, se bloquea, bloqueado, roto, no existe, no existen, no es posible, imposible, no soportado, no admite, demasiado largo, demasiado largos, demasiado lento, falta, faltan",
  ),
  profiles: phrases(
    "perfil de usuario, perfil del usuario, perfil de la usuaria, sobre mí, acerca de mí, sobre el usuario, datos personales, información personal, quién soy",
  ),
  insists: phrases(
    "nunca, siempre, jamás, debe, deben, importante, crítico, obligatorio, prohibido, no ~ sin, no debe, no se debe, ^no uses, ^no borres, ^no envíes, atención, únicamente, hay que, sin preguntar, a partir de ahora",
  ),
  roles: phrases(
    "director, directora, director financiero, directora financiera, dirige, jefe, jefa, gerente, dueño, dueña, fundador, fundadora, responsable, contable, contador, contadora, abogado, abogada, médico, médica, doctora, doctor, dentista, profesor, profesora, casero, casera, inquilino, esposa, esposo, mujer, marido",
    "pareja, novia, novio, hijo, hija, hermano, hermana, madre, padre, tía, tío, primo, prima, amigo, amiga, colega, compañero, compañera, cliente, clienta, contacto, asistente, secretaria, becario, becaria, desarrollador, desarrolladora, vecino, vecina, entrenador, entrenadora, tesorero, tesorera, notaria, notario",
  ),
  links: phrases("es, como, será, fue nombrado, fue nombrada"),
  noNames: phrases(
    "él, ella, esto, eso, el, la, los, las, un, una, nosotros, yo, tú, usted, mi, mis, nuestro, nuestra, su, sus, tu, todo, nada, aquí, quien, ningún, ninguna, este, esta, ese, esa, hoy, lo",
  ),
  finished: phrases(
    "^hecho, ^terminado, ^terminada, ^completado, ^completada, ^acabado, está terminado, está terminada, está hecho, se completó, ^cerrado, ^resuelto, estado completado",
  ),
  superseded: phrases(
    "sustituido por, sustituida por, reemplazado por, reemplazada por, ya no aplica, ya no es válido, ya no es válida, ya no se usa, ya no vale, ^obsoleto, es obsoleto, está obsoleto, ^caducado, ^desactualizado, está desactualizado, ya no es cierto",
  ),
  until: phrases(
    "hasta, hasta el, válido hasta, válida hasta, vence el, venció el, caduca el, caducó el, termina el, terminó el, fecha límite, plazo",
  ),
  nothingNew: phrases(
    "sin novedades, sin novedad, nada nuevo, sin cambios, ningún cambio, ningún mensaje, no hay nuevos, no hay nuevas, sin mensajes, sin correos, todo tranquilo, todo bien, todo en orden, sin errores, bandeja vacía, sin respuesta, no comprobado, ninguna novedad, sin alertas",
  ),
  checks: phrases(
    "^revisado, ^comprobado, ^verificado, ^bandeja, ^copia ok, ^copia terminada, ^copia de seguridad ok, ^copia de seguridad terminada, ^sincronizado, ^pruebas ejecutadas, comprobaciones, ^latido, ^consultado, revisiones",
  ),
  counted: phrases(
    "respuestas, mensajes, correos, menciones, errores, avisos, pruebas, superadas, fallidas, archivos, vistas, comentarios, nuevos, nuevas, sin leer, líneas, peticiones, segundos, notificaciones",
  ),
  particulars: phrases(
    "título, enlace, tema, asunto, publicado, duración, hora, fecha, fuente, estado, archivos, archivo, rama, tamaño, resultado, próximo paso, objetivo, contexto",
  ),
  credentials: phrases(
    "contraseña, clave, clave api, secreto, credenciales, token, pin, código de acceso, frase secreta",
  ),
};
