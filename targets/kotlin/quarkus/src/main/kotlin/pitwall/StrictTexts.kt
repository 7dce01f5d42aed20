package pitwall

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.cfg.CoercionAction.Fail
import com.fasterxml.jackson.databind.cfg.CoercionInputShape
import com.fasterxml.jackson.databind.type.LogicalType.Textual
import io.quarkus.jackson.ObjectMapperCustomizer
import jakarta.inject.Singleton

/** A number is no text: by default, Jackson would make one of it. */
@Singleton
class StrictTexts : ObjectMapperCustomizer {
    override fun customize(mapper: ObjectMapper) {
        mapper.coercionConfigFor(Textual)
            .setCoercion(CoercionInputShape.Integer, Fail)
            .setCoercion(CoercionInputShape.Float, Fail)
            .setCoercion(CoercionInputShape.Boolean, Fail)
    }
}
