package pitwall.database;

import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl;
import org.hibernate.dialect.Dialect;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** What Hibernate needs for either database. */
final class Entities {
  private Entities() {}

  static LocalContainerEntityManagerFactoryBean of(
      String unit, DataSource source, Class<?> entity, Class<? extends Dialect> dialect) {
    LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
    factory.setPersistenceUnitName(unit);
    factory.setDataSource(source);
    factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    factory.setManagedTypes(PersistenceManagedTypes.of(entity.getName()));
    factory.setJpaPropertyMap(
        Map.of(
            // The server starts without its databases, so Hibernate cannot ask them what they are.
            "hibernate.boot.allow_jdbc_metadata_access", false,
            "hibernate.dialect", dialect.getName(),
            // As Spring Boot would set it for a data source of its own: showFlag is show_flag.
            "hibernate.physical_naming_strategy", PhysicalNamingStrategySnakeCaseImpl.class.getName()));
    return factory;
  }
}
